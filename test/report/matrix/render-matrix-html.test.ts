import { expect, test } from 'vitest';
import { renderMatrixHtml } from '../../../src/report/matrix/render-matrix-html.ts';
import { matrix } from './fixture-matrix.ts';

const page = renderMatrixHtml(matrix);

test('the page of a summary links to the scorecards beside it', () => {
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([1, 2, 3].map((run) => `../20260102-030405-00000${run}/scorecard.html`));
  expect(page).toContain('assay run --resume 20260102-030405-000004');
});

test('the page of a summary says what its numbers rest on', () => {
  expect(page).toContain('A script answered instead of a model');
  expect(page).toContain('Risky, insufficient evidence');
  expect(page).toContain('Caution, budget used up');
  expect(page).toContain(
    '2 runs of 4 lack trials: the budget of 5000 tokens for all runs together is used up.',
  );
  expect(page).toMatch(/data-label="security"[^>]*>79\.9</);
});

test('names of models and descriptions of skills are shown and nothing else', () => {
  expect(page).toContain('&#60;img src=x onerror=alert(1)&#62;\\u{1b}[2J');
  expect(page).not.toMatch(/<(?:img|script|iframe|link)\b/);
});
