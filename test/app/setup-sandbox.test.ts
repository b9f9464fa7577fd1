import { expect, test } from 'vitest';
import { setupSandbox } from '../../src/app/setup-sandbox.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';

test('an image that is there is not built again', async () => {
  const said: string[] = [];
  const { tag, digest, wasBuilt } = await setupSandbox(
    (line) => said.push(line),
    AbortSignal.timeout(PATIENCE_MS),
  );
  expect(tag).toMatch(/^assay-sandbox:/);
  expect(digest).toMatch(/^sha256:/);
  expect({ wasBuilt, said }).toEqual({ wasBuilt: false, said: [] });
});
