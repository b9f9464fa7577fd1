import { setupSandbox } from '../../app/setup-sandbox.ts';
import { say } from '../print.ts';
import { untilInterrupted } from '../until-interrupted.ts';

export async function setup(): Promise<void> {
  const { tag, wasBuilt } = await untilInterrupted((signal) => setupSandbox(say, signal));
  if (wasBuilt) say(`Built ${tag}.`);
}
