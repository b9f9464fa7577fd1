import { expect, test } from 'vitest';
import type { Loss } from '../../../src/contracts/loss.ts';
import { renderImport } from '../../../src/report/import/render-import.ts';

const LOSS: Loss = { file: 'evals.json', place: '3:1', effect: 'changed', detail: 'A model judges it.' };

test.each([
  [LOSS, '  evals.json 3:1: changed: A model judges it.\n'],
  [{ ...LOSS, place: '' }, '  evals.json: changed: A model judges it.\n'],
  [{ ...LOSS, file: '', place: '' }, '\n  changed: A model judges it.\n'],
])('a loss starts with where it is, as far as that is known', (loss, line) => {
  const report = { from: 'harbor', suite: 'a', hasSkill: true, tasks: [], losses: [loss] };
  expect(
    `${renderImport({ format: 'assay/import@1', ...report }, { colour: false, columns: 100 })}\n`,
  ).toContain(line);
});

test('tasks that nobody can do are counted apart', () => {
  const counts = { exact: 1, judged: 0 };
  const tasks = [
    { id: 'one', ...counts, lacks: [] },
    { id: 'two', ...counts, lacks: ['a.csv was not found.'] },
  ];
  const report = {
    format: 'assay/import@1' as const,
    from: 'waza',
    suite: 'a',
    hasSkill: true,
    tasks,
    losses: [],
  };
  expect(renderImport(report, { colour: false, columns: 100 })).toContain(
    '2 tasks (1 of which nobody can do yet) from waza',
  );
});
