import { expect, test } from 'vitest';
import { machinesFor } from '../../src/app/machines-for.ts';
import { Environment, USUAL_MACHINE } from '../../src/contracts/environment.ts';
import { Machines } from '../../src/contracts/machines.ts';
import { readSuite } from '../../src/suites/read-suite.ts';

const SUITE = await readSuite('tasks/csv-tidy');

function sized(machine: object, ofTask: object) {
  const [first, ...others] = SUITE.tasks;
  if (first === undefined) throw new Error('csv-tidy has no tasks.');
  const large = { ...first, task: { ...first.task, environment: { machine: ofTask } } };
  const environment = Environment.parse({ machine });
  return {
    task: first.task.id,
    benchmark: { suite: { ...SUITE, suite: { ...SUITE.suite, environment }, tasks: [large, ...others] } },
  };
}

test('the memory that the program of an agent takes is added to what a suite and its tasks ask for', () => {
  const { task, benchmark } = sized({ memoryMib: 512 }, { memoryMib: 3000 });
  const { suite, tasks } = machinesFor(benchmark, { memoryMib: 700 });
  expect(suite).toEqual({ ...USUAL_MACHINE, memoryMib: 1212 });
  expect(tasks[task]?.memoryMib).toBe(3700);
});

test.each([
  ['the agent, where the suite gives less', { cpus: 0.5, processes: 64 }, { cpus: 2, processes: 300 }],
  ['the suite, where the agent needs less', { cpus: 4, processes: 600 }, { cpus: 4, processes: 600 }],
])('processors and processes are those of %s', (_whose, machine, expected) => {
  const { task, benchmark } = sized(USUAL_MACHINE, machine);
  const { suite, tasks } = machinesFor(benchmark, { memoryMib: 1, cpus: 2, processes: 300 });
  expect(tasks[task]).toMatchObject(expected);
  expect(suite).toMatchObject({ cpus: 2, processes: 300 });
});

test('an agent without a program of its own changes nothing, and an own size of a task is named with its task alone', () => {
  expect(machinesFor({ suite: SUITE }, null)).toEqual({ suite: USUAL_MACHINE, tasks: {} });
});

test('the largest suite that there may be has room for the program of an agent', () => {
  const { benchmark } = sized({ memoryMib: 65_536 }, {});
  const machines = machinesFor(benchmark, { memoryMib: 1024 });
  expect(Machines.parse(machines).suite.memoryMib).toBe(66_560);
});
