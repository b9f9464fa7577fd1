import { expect, test } from 'vitest';
import { stacksOn } from '../../src/app/image-stacks.ts';
import { Environment } from '../../src/contracts/environment.ts';
import { readSuite } from '../../src/suites/read-suite.ts';

const BASE = { tag: 'assay-sandbox:0', setup: 'assay setup' };
const SUITE = await readSuite('tasks/csv-tidy');

test('what the program of an agent takes itself is added to the memory that a suite and its tasks ask for', () => {
  const [first, ...others] = SUITE.tasks;
  if (first === undefined) throw new Error('csv-tidy has no tasks.');
  const environment = Environment.parse({ machine: { memoryMib: 512 } });
  const large = { ...first, task: { ...first.task, environment: { machine: { memoryMib: 3000 } } } };
  const suite = { ...SUITE, suite: { ...SUITE.suite, environment }, tasks: [large, ...others] };
  const stacks = stacksOn(BASE, { suite }, 700);
  expect(stacks.suite.machine).toEqual({ ...environment.machine, memoryMib: 1212 });
  expect(stacks.tasks.get(first.task.id)?.machine.memoryMib).toBe(3700);
  expect(stacksOn(BASE, { suite: SUITE }).suite.machine.memoryMib).toBe(1024);
});
