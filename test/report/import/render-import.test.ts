import { expect, test } from 'vitest';
import type { Loss } from '../../../src/contracts/loss.ts';
import { renderImport } from '../../../src/report/import/render-import.ts';

const LOSS: Loss = { file: 'evals.json', place: '3:1', effect: 'changed', detail: 'A model judges it.' };

test.each([
  [LOSS, '  evals.json 3:1: changed: A model judges it.\n'],
  [{ ...LOSS, place: '' }, '  evals.json: changed: A model judges it.\n'],
  [{ ...LOSS, file: '', place: '' }, '\n  changed: A model judges it.\n'],
])('a loss starts with where it is, as far as that is known', (loss, line) => {
  const report = { from: 'harbor', suite: 'a', tasks: [], losses: [loss] };
  expect(
    `${renderImport({ format: 'assay/import@1', ...report }, { colour: false, columns: 100 })}\n`,
  ).toContain(line);
});
