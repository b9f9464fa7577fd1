import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSolution } from '../../src/suites/read-solution.ts';
import { tempFolder } from '../sources/temp-folder.ts';

test('a reference solution is its script and everything beside it', async () => {
  const dir = tempFolder({ 'solution/solve.sh': '#!/bin/bash\n', 'solution/data/a.csv': 'a\n' });
  expect((await readSolution(dir))?.map(({ path, executable }) => [path, executable])).toEqual([
    ['data/a.csv', false],
    ['solve.sh', true],
  ]);
});

test('a task may have no solution', async () => {
  expect(await readSolution(tempFolder({ 'task.yaml': '' }))).toBeNull();
});

test('a solution without its script is refused, because it would prove nothing', async () => {
  const dir = tempFolder({ 'solution/solve.py': '' });
  await expect(readSolution(dir)).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    message: `${join(dir, 'solution/solve.sh')}: expected the script that solves the task, found nothing there. Add it, or remove the folder.`,
  });
});
