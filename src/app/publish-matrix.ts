import { join } from 'node:path';
import { printableJson } from '../base/printable-json.ts';
import type { MatrixSummary } from '../contracts/matrix.ts';
import { renderMatrixHtml } from '../report/matrix/render-matrix-html.ts';
import { requirePlain } from '../store/require-plain.ts';
import { writeGiven } from './given-file.ts';

/** Writes the summary of a matrix beside the folders of its runs. Returns the path of its page. */
export function publishMatrix(summary: MatrixSummary, resultsDir: string): string {
  const name = `matrix-${summary.runs[0]?.runId}`;
  const write = (extension: string, text: string) => {
    const file = join(resultsDir, `${name}.${extension}`);
    requirePlain(file, 'file');
    writeGiven({ file, what: 'summary' }, text);
    return file;
  };
  write('json', printableJson(summary));
  return write('html', renderMatrixHtml(summary));
}
