import type { Command } from 'commander';
import { type Diagnosis, diagnose } from '../../app/diagnose.ts';
import { resultsFolder } from '../../app/results-folder.ts';
import { type Cell, table } from '../../report/terminal/table.ts';
import type { GlobalOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../ending/exit-code.ts';
import { print, printJson, terminalOptions } from '../terminal/print.ts';

export async function doctor(command: Command): Promise<void> {
  const { results, json } = command.optsWithGlobals<GlobalOptions & { json?: boolean }>();
  const diagnoses = await diagnose(resultsFolder(results));
  if (json) printJson(diagnoses);
  else print(table(diagnoses.flatMap(rowsOf), terminalOptions()).join('\n'));
  if (diagnoses.some(({ ok }) => !ok)) process.exitCode = COULD_NOT_MEASURE;
}

function rowsOf({ name, ok, detail, remedy }: Diagnosis): Cell[][] {
  const state: Cell = ok ? { text: 'ok', tone: 'good' } : { text: 'problem', tone: 'bad' };
  const found: Cell[] = [state, { text: name }, { text: detail, isProse: true }];
  return remedy === null
    ? [found]
    : [found, [{ text: '' }, { text: '' }, { text: `→ ${remedy}`, tone: 'strong', isProse: true }]];
}
