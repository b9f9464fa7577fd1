import type { Command } from 'commander';
import { type Diagnosis, diagnose } from '../../app/diagnose.ts';
import { resultsFolder } from '../../app/results-folder.ts';
import { type Cell, table } from '../../report/terminal/table.ts';
import type { GlobalOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../ending/exit-code.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, terminalOptions } from '../terminal/print.ts';

type Options = GlobalOptions & { agent?: string[]; json?: boolean };

export async function doctor(command: Command): Promise<void> {
  const { results, json, agent } = command.optsWithGlobals<Options>();
  const diagnoses = await untilInterrupted((signal) => diagnose(resultsFolder(results), agent, signal));
  if (json) printJson(diagnoses);
  else print(table(diagnoses.flatMap(rowsOf), terminalOptions()).join('\n'));
  if (diagnoses.some(({ ok, isRequired }) => isRequired && !ok)) process.exitCode = COULD_NOT_MEASURE;
}

function rowsOf(diagnosis: Diagnosis): Cell[][] {
  const { name, detail, remedy } = diagnosis;
  const found: Cell[] = [stateOf(diagnosis), { text: name }, { text: detail, isProse: true }];
  return remedy === null
    ? [found]
    : [found, [{ text: '' }, { text: '' }, { text: `→ ${remedy}`, tone: 'strong', isProse: true }]];
}

function stateOf({ ok, isRequired }: Diagnosis): Cell {
  if (ok) return { text: 'ok', tone: 'good' };
  return isRequired ? { text: 'problem', tone: 'bad' } : { text: 'not ready', tone: 'muted' };
}
