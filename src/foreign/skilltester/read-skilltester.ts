import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import type { LocatedValue } from '../../base/located-value.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText } from '../drafting/file-text.ts';
import { judged } from '../drafting/judged.ts';
import { LossList } from '../drafting/loss-list.ts';
import { candidates, namedFiles } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import { fileAt, filesAt, folderOf } from '../drafting/workspace-files.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';

const unread = z.unknown().optional();

const Case = z.strictObject({
  id: z.string().min(1),
  category: z.string().nullish(),
  functional_level: z.string().nullish(),
  objective: z.string().min(1),
  case_dir: z.string().nullish(),
  task_description_path: z.string().nullish(),
  workspace_dir: z.string().nullish(),
  spec_check_path: z.string().nullish(),
  spec_check_count: z.int().nonnegative().nullish(),
  spec_check_pass_threshold: z.int().positive().nullish(),
  all_checks_must_pass: z.boolean().nullish(),
  applicable_modes: unread,
  should_invoke_skill: unread,
  pass_criteria: z.array(z.string()).nullish(),
  constraint_checks: z.array(z.string()).nullish(),
});
type Case = z.infer<typeof Case>;

const Manifest = z.strictObject({
  schema_version: unread,
  version: unread,
  skill_name: z.string().nullish(),
  metadata: unread,
  cases: z.array(Case).min(1).max(1000),
});

const NAME = /(?:^|\/)(?:benchmark_manifest\.json|sample_case_manifest\.(?:\w+\.)?json)$/;
const CHECK = /^##[ \t]+Check\b.*$/im;

/** `benchmark_manifest.json` with its cases, as SkillTester runs them; also the manifest of a single case. */
export const SKILLTESTER: ForeignFormat = {
  recognises: (source) => manifestFile(source) !== null,
  named: (source) => namedFiles(source, NAME),
  read,
};

function manifestFile(source: ForeignSource): Files[number] | null {
  return (
    candidates(source, NAME).find(({ content }) =>
      /"spec_check_path"\s*:/.test(new TextDecoder().decode(content.subarray(0, 256 * 1024))),
    ) ?? null
  );
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  // What is wrong with a file that does not look like one is said by its reader.
  const file = manifestFile(source) ?? candidates(source, NAME)[0];
  if (file === undefined)
    throw new AssayError('FILE_NOT_FOUND', 'benchmark_manifest.json: expected one with cases, found none.');
  // JSON is YAML, whose parser knows where everything stands.
  const document = readYaml(fileText(file), file.path);
  const isSingle = Reflect.get(Object(document.value), 'cases') === undefined;
  const { cases, name } = isSingle ? oneCase(document, losses) : allCases(document, losses);
  const slugs = new Slugs();
  const drafts = cases.map((one, index) => {
    const path = isSingle ? [] : ['cases', index];
    const told = {
      id: slugs.take(one.id, 'case'),
      file: file.path,
      place: document.placeOf({ path, about: 'value' }),
      files: source.files,
    };
    const draft = draftOf(one, told, losses);
    return draft === null ? null : { ...draft, task: budget.keep(draft.task) };
  });
  const secret = [file, ...drafts.flatMap((draft) => draft?.secret ?? [])];
  const tasks = drafts.flatMap((draft) => (draft === null ? [] : [draft.task]));
  return plainSuite({ name, tool: 'SkillTester', source, secret, tasks, losses });
}

type Cases = { cases: readonly Case[]; name: string | null };

function allCases(document: LocatedValue, losses: LossList): Cases {
  const { data, unknown } = parseTolerantly(Manifest, document);
  noteUnknown(unknown, document.file, losses);
  return { cases: data.cases, name: data.skill_name ?? null };
}

function oneCase(document: LocatedValue, losses: LossList): Cases {
  const { data, unknown } = parseTolerantly(Case, document);
  noteUnknown(unknown, document.file, losses);
  return { cases: [data], name: null };
}

type Told = { id: string; file: string; place: string; files: Files };

function draftOf(one: Case, told: Told, losses: LossList): { task: TaskDraft; secret: Files } | null {
  const { id, file, place, files } = told;
  if (one.category != null && one.category !== 'functional') {
    losses.dropped(file, place, 'This case is no functional task. Assay has probes of its own.');
    return null;
  }
  const folder = folderOf(file);
  const at = (path: string | null | undefined, name: string) =>
    path ?? (one.case_dir == null ? name : `${one.case_dir}/${name}`);
  const description = fileAt(at(one.task_description_path, 'task_description.md'), folder, files);
  const checks = fileAt(at(one.spec_check_path, 'SpecCheck.md'), folder, files);
  const criteria =
    checks === null
      ? [...(one.pass_criteria ?? []), ...(one.constraint_checks ?? [])]
      : checksIn(fileText(checks));
  if (description === null)
    losses.incomplete(
      file,
      place,
      'There is no task description: its objective stands in its place. Say what the agent is asked.',
    );
  if (checks === null && criteria.length > 0)
    losses.changed(file, place, 'There is no SpecCheck.md: the criteria of the manifest stand in its place.');
  if (criteria.length === 0) {
    losses.dropped(file, place, 'Nothing says what a right outcome is.');
    return null;
  }
  const prompt = description === null ? one.objective : fileText(description).trim();
  return {
    task: {
      task: {
        ...{ id, level: levelOf(one), objective: oneLine(one.objective, id), prompt },
        expected: one.pass_criteria?.join(' ') || 'What its graders say.',
        graders: gradersOf(one, criteria),
      },
      workspace: filesAt(at(one.workspace_dir, 'workspace'), folder, files) ?? [],
      ...{ grade: [], solution: [], script: null },
    },
    secret: [...(checks === null ? [] : [checks]), ...(description === null ? [] : [description])],
  };
}

function levelOf({ functional_level, id }: Case): 'common' | 'edge' {
  return /^(?:hard|edge)$/i.test(functional_level ?? '') || /^H_/.test(id) ? 'edge' : 'common';
}

function gradersOf({ all_checks_must_pass, spec_check_pass_threshold }: Case, criteria: readonly string[]) {
  const wanted =
    all_checks_must_pass === true ? criteria.length : (spec_check_pass_threshold ?? criteria.length);
  const threshold = Math.min(wanted / criteria.length, 1);
  return judged('The work meets the checks of the case', criteria).map((one) => ({ ...one, threshold }));
}

/** The text below each heading, without the data for programs. */
function checksIn(text: string): string[] {
  const [, ...checks] = withoutComments(text).split(new RegExp(CHECK, 'gim'));
  return checks.map((check) => check.trim().replace(/\s+/g, ' ')).filter((check) => check !== '');
}

/** Looks for each end once, however many beginnings there are. */
function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--');
  return [first, ...rest.map((part) => part.slice(endOf(part)))].join('');
}

function endOf(comment: string): number {
  const end = comment.indexOf('-->');
  return end === -1 ? comment.length : end + '-->'.length;
}
