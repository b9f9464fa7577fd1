import { expect, test } from 'vitest';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { findImage, imageFor } from '../../../src/sandbox/image/image.ts';

test('the name of the image depends on the files it is made from', async () => {
  const { tag } = await imageFor(null);
  expect(tag).toMatch(/^assay-sandbox:[0-9a-f]{12}$/);
  expect(await imageFor(null)).toEqual({ tag, setup: 'assay setup' });
});

test('the image of an agent program is named after its agent and its packages', async () => {
  const packageOf = (spec: string) => ({ spec, integrity: 'sha512-0' });
  const own = { agent: 'one', version: '1', testedVersion: '1', memoryMib: 64, leftOut: [] };
  const packages = { amd64: packageOf('one@1'), arm64: packageOf('one-arm@1') };
  const recipe = { ...own, packages };
  const { tag, setup } = await imageFor(recipe);
  expect(tag).toMatch(/^assay-sandbox-one:[0-9a-f]{12}$/);
  expect(setup).toBe('assay setup --agent one');
  const newer = { ...packages, arm64: packageOf('one-arm@2') };
  expect((await imageFor({ ...recipe, packages: newer })).tag).not.toBe(tag);
  expect((await imageFor({ ...recipe, leftOut: ['docs'] })).tag).not.toBe(tag);
  expect((await imageFor({ ...recipe, version: '2' })).setup).toBe('assay setup --agent one@2');
});

test('a built image is found by its name, and another is not', async () => {
  const connection = await connectEngine();
  expect(await findImage(connection, (await imageFor(null)).tag)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await findImage(connection, 'assay-sandbox:none')).toBeNull();
});
