import { expect, test } from 'vitest';
import { renderMatrix } from '../../../src/report/matrix/render-matrix.ts';
import { matrix } from './fixture-matrix.ts';

test('a summary of several runs matches its golden file', async () => {
  const shown = renderMatrix(matrix, '/results', { colour: false, columns: 120 });
  await expect(shown).toMatchFileSnapshot('../golden/matrix.txt');
});
