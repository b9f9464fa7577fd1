import { relative } from 'node:path';
import type { Command } from 'commander';
import { type ImportOptions, importSuite } from '../../app/import-suite.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { AssayError } from '../../base/assay-error.ts';
import { renderImport } from '../../report/import/render-import.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';

type Options = {
  skill?: string;
  skillName?: string;
  allowPrivate?: boolean;
  limit?: string[];
  json?: boolean;
};

const NOTHING_TO_RUN = 1;

export async function importCommand(
  given: Pick<ImportOptions, 'format' | 'path' | 'dir'>,
  command: Command,
): Promise<void> {
  const { skill, skillName, allowPrivate = false, limit, json = false } = command.opts<Options>();
  if (skill === undefined && skillName !== undefined)
    throw new AssayError('USAGE', '--skill-name needs --skill SOURCE.');
  const { dir, report } = await untilInterrupted((signal) => {
    const from = { skillName, allowPrivate, limits: sourceLimits(limit), signal };
    return importSuite({ ...given, skill: skill === undefined ? undefined : { text: skill, ...from } });
  });
  if (json) printJson(report);
  else print(renderImport(report, terminalOptions()));
  if (dir === null) process.exitCode = NOTHING_TO_RUN;
  else say(next(relative(process.cwd(), dir) || '.'));
}

function next(place: string): string {
  return `The suite is in ${place}. Next: assay check-suite ${place}, then assay run ${place} --model MODEL`;
}
