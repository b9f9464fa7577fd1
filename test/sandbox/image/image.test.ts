import { expect, test } from 'vitest';
import { connectEngine } from '../../../src/sandbox/docker/connect-engine.ts';
import { findImage, imageTag } from '../../../src/sandbox/image/image.ts';

test('the image is named by the files that it is made from', async () => {
  expect(await imageTag()).toMatch(/^assay-sandbox:[0-9a-f]{12}$/);
  expect(await imageTag()).toBe(await imageTag());
});

test('an image that is built is found by its name, another is not', async () => {
  const connection = await connectEngine();
  expect(await findImage(connection, await imageTag())).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await findImage(connection, 'assay-sandbox:none')).toBeNull();
});
