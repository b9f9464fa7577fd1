import { join } from 'node:path';
import { printableJson } from '../base/printable-json.ts';
import type { MatrixSummary } from '../contracts/matrix.ts';
import { renderMatrixHtml } from '../report/matrix/render-matrix-html.ts';
import { makeFolder } from '../store/make-folder.ts';
import { requirePlain } from '../store/require-plain.ts';
import { writeGiven } from './given-file.ts';

/** Writes the summary of a matrix to a folder beside those of its runs. Returns the path of its page. */
export function publishMatrix(summary: MatrixSummary, resultsDir: string): string {
  const folder = join(resultsDir, summary.matrixId);
  requirePlain(folder, 'folder');
  makeFolder(folder);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    requirePlain(file, 'file');
    writeGiven({ file, what: 'summary' }, text);
    return file;
  };
  write('summary.json', printableJson(summary));
  return write('summary.html', renderMatrixHtml(summary));
}
