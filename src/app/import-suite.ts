import { basename, dirname } from 'node:path';
import { filesOfRepositories } from '../base/git-repositories.ts';
import { printableJson } from '../base/printable-json.ts';
import { snapshotOf } from '../checks/snapshot.ts';
import type { ImportReport } from '../contracts/import-report.ts';
import type { Loss } from '../contracts/loss.ts';
import { promptsNamingSkill } from '../foreign/drafting/prompts-naming-skill.ts';
import { whyNotProven } from '../foreign/drafting/why-not-proven.ts';
import type { SuiteDraft } from '../foreign/foreign-format.ts';
import { requireFormat } from '../foreign/formats.ts';
import { suiteFiles } from '../foreign/suite-files.ts';
import type { Files } from '../sources/read-folder.ts';
import type { SkillSourceOptions } from './choose-skill.ts';
import { draftInThread } from './draft-in-thread.ts';
import { readForeign } from './foreign-source.ts';
import { guessedEnvironment } from './guessed-environment.ts';
import { liesInSkill } from './lies-in-skill.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';
import { emptyFolder, writeSuite } from './suite-folder.ts';

export type ImportOptions = {
  /** The id of a format, or `auto`. */
  format: string;
  path: string;
  /** The folder of the new suite; named after the skill, in the current folder, if not given. */
  dir?: string | undefined;
  /** The skill under test; the one that lies around the tasks if not given. */
  skill?: SkillSourceOptions | undefined;
  signal?: AbortSignal | undefined;
};

/** `dir` is null if nothing came out that could be run. */
export type ImportedSuite = { dir: string | null; report: ImportReport };

/** The file of a suite that says what its import lost. */
const REPORT = 'losses.json';

/** Writes a suite from tasks in another format, and says what could not be taken over. */
export async function importSuite({
  format,
  path,
  dir,
  skill,
  signal,
}: ImportOptions): Promise<ImportedSuite> {
  requireFormat(format);
  const given = dir === undefined ? null : await emptyFolder(dir);
  const { source, passedOver } = await readForeign(path, skill);
  const { draft: foreign, losses: lost, from } = await draftInThread({ format, path, source }, signal);
  const losses = [...passedOver, ...lost];
  const draft = liesInSkill(path) ? ofAuthor(foreign) : foreign;
  if (draft.tasks.length === 0)
    return {
      dir: null,
      report: {
        format: 'assay/import@1',
        from,
        losses,
        suite: null,
        hasSkill: draft.skill.length > 0,
        tasks: [],
      },
    };
  const folder = given ?? (await emptyFolder(draft.suite.id));
  const named = { ...draft, suite: { ...draft.suite, id: basename(folder) } };
  const { files, report } = draftFiles(named, from, losses);
  await requireUninterrupted(signal, 'reading tasks');
  await writeSuite(folder, files);
  return { dir: folder, report };
}

function ofAuthor(draft: SuiteDraft): SuiteDraft {
  return { ...draft, suite: { ...draft.suite, tasksBy: 'skill-author' } };
}

/** The files of a suite, with the report of its import among them. */
export function draftFiles(
  given: SuiteDraft,
  from: string,
  lost: readonly Loss[],
): { files: Files; report: ImportReport } {
  const { draft, losses } = guessedEnvironment(given);
  const { name } = snapshotOf({ files: draft.skill, folder: null, source: '' });
  const naming = promptsNamingSkill(draft, name);
  const { files, refused } = withoutRepositories(suiteFiles(draft));
  const report: ImportReport = {
    ...{ format: 'assay/import@1', from, suite: draft.suite.id },
    hasSkill: draft.skill.length > 0,
    losses: [...lost, ...naming, ...whyNotProven(draft), ...losses, ...refused],
    tasks: countsOf(draft),
  };
  const content = new TextEncoder().encode(printableJson(report));
  return { files: [...files, { path: REPORT, executable: false, content }], report };
}

/** Whoever asked git about a suite with a repository would run the programs that this repository names. */
function withoutRepositories(files: Files): { files: Files; refused: Loss[] } {
  const inside = new Set(filesOfRepositories(files.map(({ path }) => path)));
  return {
    files: files.filter(({ path }) => !inside.has(path)),
    refused: outermost([...inside]).map((folder) => ({ ...REPOSITORY, file: folder })),
  };
}

/** The folders of files, without those that lie in another one of them. */
function outermost(paths: readonly string[]): string[] {
  const outer: string[] = [];
  for (const folder of new Set(paths.map((path) => `${dirname(path)}/`).toSorted())) {
    const last = outer.at(-1);
    if (last === undefined || !folder.startsWith(`${last}/`)) outer.push(folder.slice(0, -1));
  }
  return outer;
}

const REPOSITORY = {
  place: '',
  effect: 'dropped',
  detail: 'A suite takes no files of a git repository. Let a command of the environment make one.',
} as const satisfies Omit<Loss, 'file'>;

function countsOf({ tasks }: SuiteDraft): ImportReport['tasks'] {
  return tasks.map(({ task: { id, graders }, lacks = [] }) => {
    const single = graders.flatMap((grader) => (grader.kind === 'group' ? grader.graders : [grader]));
    const rubrics = single.filter((grader) => grader.kind === 'rubric');
    const judged = rubrics.reduce(
      (sum, { criteria = [], never = [] }) => sum + criteria.length + never.length,
      0,
    );
    return { id, exact: single.length - rubrics.length, judged, lacks: [...lacks] };
  });
}
