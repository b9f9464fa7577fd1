import { expect, test } from 'vitest';
import { renderMatrix } from '../../../src/report/matrix/render-matrix.ts';
import { matrix } from './fixture-matrix.ts';

test('two versions of an agent can be told apart, and which of them is tested', () => {
  const runs = matrix.runs.map((run) =>
    run.setup.agent === 'codex' ? { ...run, setup: { ...run.setup, testedVersion: '2' } } : run,
  );
  const shown = renderMatrix({ ...matrix, runs }, '/results', { colour: false, columns: 400 });
  expect(shown).toContain('codex 1; Assay is tested with 2');
  expect(shown).toMatch(/^ {2}codex@1, gpt-x +\/results/m);
});

test('a status of the quick set says so, whatever else is said of it', () => {
  const digest = `sha256:${'7'.repeat(64)}` as const;
  const probeSet = { name: 'quick' as const, digest, probes: [] };
  const runs = matrix.runs.map((run) =>
    run.result === null ? run : { ...run, result: { ...run.result, probeSet } },
  );
  const shown = renderMatrix({ ...matrix, runs }, '/results', { colour: false, columns: 400 });
  expect(shown).toContain('Pass, quick set\n');
  expect(shown).toContain('Risky, quick set, insufficient evidence');
  expect(shown).toContain('Caution, quick set, budget used up');
});

test('a summary of several runs matches its golden file', async () => {
  const shown = renderMatrix(matrix, '/results', { colour: false, columns: 120 });
  await expect(shown).toMatchFileSnapshot('../golden/matrix.txt');
});

test('in a terminal of 80 columns, runs are still compared down a column', async () => {
  const shown = renderMatrix(matrix, '/results', { colour: false, columns: 80 });
  await expect(shown).toMatchFileSnapshot('../golden/matrix-narrow.txt');
});
