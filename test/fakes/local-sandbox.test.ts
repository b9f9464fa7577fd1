import { describeSandboxes } from '../sandbox/engine/conformance.ts';
import { localEngine } from './local-sandbox.ts';

describeSandboxes('sandboxes that are folders of this machine', async () => ({
  ...localEngine(),
  [Symbol.asyncDispose]: async () => undefined,
}));
