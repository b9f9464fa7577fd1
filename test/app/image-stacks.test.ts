import { expect, test } from 'vitest';
import { stacksOn } from '../../src/app/image-stacks.ts';
import { USUAL_MACHINE } from '../../src/contracts/environment.ts';
import { readSuite } from '../../src/suites/read-suite.ts';

const BASE = { tag: 'assay-sandbox:0', setup: 'assay setup' };
const SUITE = await readSuite('tasks/csv-tidy');

test('the sandboxes of a suite and its tasks are of the planned sizes', () => {
  const small = { ...USUAL_MACHINE, memoryMib: 512 };
  const machines = { suite: small, tasks: { 'merge-months': { ...small, cpus: 2 } } };
  const stacks = stacksOn(BASE, { suite: SUITE }, machines);
  expect(stacks.suite.machine).toEqual(small);
  expect([...stacks.tasks].map(([task, { image, machine }]) => [task, image, machine])).toEqual([
    ['merge-months', BASE, { ...small, cpus: 2 }],
  ]);
});
