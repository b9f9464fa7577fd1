import { relative } from 'node:path';
import type { Command } from 'commander';
import { type ImportOptions, importSuite } from '../../app/import-suite.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { AssayError } from '../../base/assay-error.ts';
import type { ImportReport } from '../../contracts/import-report.ts';
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
    return importSuite({
      ...{ ...given, signal },
      skill: skill === undefined ? undefined : { text: skill, ...from },
    });
  });
  if (json) printJson(report);
  else print(renderImport(report, terminalOptions()));
  if (dir === null || missingIn(report) !== null) process.exitCode = NOTHING_TO_RUN;
  if (dir !== null) say(next(relative(process.cwd(), dir) || '.', report));
}

/** What has to be added before anything can be run; `null` if nothing has to be. */
function missingIn({ hasSkill, tasks }: ImportReport): string | null {
  if (!hasSkill) return 'has no skill: put it in skill/ there, or import again with --skill SOURCE';
  return tasks.every(({ lacks }) => lacks.length > 0)
    ? 'has no task that anybody could do: the lines that say "incomplete" say what to add'
    : null;
}

function next(place: string, report: ImportReport): string {
  const missing = missingIn(report);
  if (missing !== null) return `The suite is in ${place}. Nothing can be run yet, because it ${missing}.`;
  return `The suite is in ${place}. Next: assay check-suite ${place}, then assay run ${place} --model MODEL`;
}
