import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { distanceBetween } from '../../../../src/graders/content/pictures/distance.ts';
import type { Picture } from '../../../../src/graders/content/pictures/picture.ts';

function grey(width: number, height: number, value: (index: number) => number): Picture {
  const pixels = new Uint8Array(width * height * 4).fill(255);
  for (let index = 0; index < width * height; index++) pixels.fill(value(index), index * 4, index * 4 + 3);
  return { format: 'png', width, height, pixels };
}

const MILLIONS = 2 ** 22;
const DISTANCE = new URL('../../../../src/graders/content/pictures/distance.ts', import.meta.url);
const COMPARE = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.module).then(({ distanceBetween }) => {
  parentPort.postMessage(distanceBetween(workerData.one, workerData.other));
});
`;

/** Pixels are not on the heap, which has no room for anything beside each of them. */
async function distanceInLittleMemory(one: Picture, other: Picture): Promise<unknown> {
  const worker = new Worker(COMPARE, {
    eval: true,
    workerData: { module: DISTANCE.href, one, other },
    resourceLimits: { maxOldGenerationSizeMb: 48 },
  });
  const [distance] = await once(worker, 'message');
  await worker.terminate();
  return distance;
}

test.each([
  ['one column', [1, MILLIONS]],
  ['one row', [MILLIONS, 1]],
] as const)(
  'a picture of millions of pixels in %s takes no memory but its own',
  async (_what, [width, height]) => {
    const halfWhite = grey(width, height, (index) => (index < MILLIONS / 2 ? 0 : 255));
    const black = grey(1, 1, () => 0);
    expect(await distanceInLittleMemory(halfWhite, black)).toBeCloseTo(0.5, 9);
  },
);

test('pixels that cover several cells, or parts of them, count by their share in both directions', () => {
  const across = grey(3, 40, (index) => (index % 3) * 100);
  const down = grey(40, 3, (index) => Math.floor(index / 40) * 100);
  const wide = grey(33, 3, (index) => Math.floor((index % 33) / 11) * 100);
  const tall = grey(3, 33, (index) => Math.floor(index / 33) * 100);
  expect(distanceBetween(across, wide)).toBeCloseTo(0, 9);
  expect(distanceBetween(down, tall)).toBeCloseTo(0, 9);
  expect(distanceBetween(across, down)).toBeGreaterThan(0.2);
});
