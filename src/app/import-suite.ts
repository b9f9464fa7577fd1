import { basename } from 'node:path';
import { printableJson } from '../base/printable-json.ts';
import type { ImportReport } from '../contracts/import-report.ts';
import type { SuiteDraft } from '../foreign/foreign-format.ts';
import { formatNamed } from '../foreign/formats.ts';
import { suiteFiles } from '../foreign/suite-files.ts';
import type { SkillSourceOptions } from './choose-skill.ts';
import { readForeign } from './foreign-source.ts';
import { emptyFolder, writeSuite } from './suite-folder.ts';

export type ImportOptions = {
  /** The id of a format, or `auto`. */
  format: string;
  path: string;
  /** The folder of the new suite; named after the skill, in the current folder, if not given. */
  dir?: string | undefined;
  /** The skill under test; the one that lies around the tasks if not given. */
  skill?: SkillSourceOptions | undefined;
};

/** `dir` is null if nothing came out that could be run. */
export type ImportedSuite = { dir: string | null; report: ImportReport };

/** The file of a suite that says what its import lost. */
const REPORT = 'losses.json';

/** Writes a suite from tasks in another format, and says what could not be taken over. */
export async function importSuite({ format, path, dir, skill }: ImportOptions): Promise<ImportedSuite> {
  const given = dir === undefined ? null : await emptyFolder(dir);
  const source = await readForeign(path, skill);
  const [id, { read }] = formatNamed(format, source, path);
  const { draft, losses } = read(source);
  const report = { format: 'assay/import@1' as const, from: id, losses: [...losses] };
  if (draft.tasks.length === 0) return { dir: null, report: { ...report, suite: null, tasks: [] } };
  const folder = given ?? (await emptyFolder(draft.suite.id));
  const suite = { ...draft.suite, id: basename(folder) };
  const written = { ...report, suite: suite.id, tasks: countsOf(draft) };
  const content = new TextEncoder().encode(printableJson(written));
  await writeSuite(folder, [
    ...suiteFiles({ ...draft, suite }),
    { path: REPORT, executable: false, content },
  ]);
  return { dir: folder, report: written };
}

function countsOf({ tasks }: SuiteDraft): ImportReport['tasks'] {
  return tasks.map(({ task: { id, graders } }) => ({ id, exact: graders.length }));
}
