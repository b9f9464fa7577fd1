import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import { parseTolerantly } from '../../base/parse-tolerantly.ts';
import { readYaml } from '../../base/read-yaml.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText } from '../drafting/file-text.ts';
import { judged } from '../drafting/judged.ts';
import { LossList } from '../drafting/loss-list.ts';
import { candidates } from '../drafting/named-files.ts';
import { oneLine } from '../drafting/one-line.ts';
import { plainSuite } from '../drafting/plain-suite.ts';
import { Slugs } from '../drafting/slugs.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { noteUnknown } from '../drafting/unknown-keys.ts';
import type { Files, ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';

const unread = z.unknown().optional();

const Case = z.strictObject({
  id: z.union([z.string(), z.number()]).nullish(),
  question: z.string().min(1),
  ground_truth: z.string().nullish(),
  expected_behavior: z.array(z.string().min(1)).nullish(),
  expected_skill: unread,
  expected_script: unread,
  environment: unread,
});
type Case = z.infer<typeof Case>;

const Cases = z.strictObject({
  version: unread,
  skill_name: z.string().nullish(),
  defaults: z
    .strictObject({
      timeout_sec: z.number().positive().nullish(),
      judge_model: unread,
      skill_mount_dir: unread,
    })
    .nullish(),
  cases: z.array(Case).min(1).max(1000),
});

/** `evals.json` with `cases`, from which BenchFlow generates tasks. */
export const BENCHFLOW_CASES: ForeignFormat = {
  recognises: (source) => casesFile(source) !== null,
  named: () => [],
  read,
};

const NAME = /(?:^|\/)evals\.json$/;

function casesFile(source: ForeignSource): Files[number] | null {
  const json = candidates(source, NAME).filter(({ path }) => path.endsWith('.json'));
  return (
    json.find(({ content }) => looksLikeCases(new TextDecoder().decode(content.subarray(0, 64 * 1024)))) ??
    null
  );
}

function looksLikeCases(start: string): boolean {
  const at = start.search(/"cases"\s*:\s*\[\s*\{/);
  return at !== -1 && /"question"\s*:/.test(start.slice(at));
}

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const losses = new LossList();
  // What is wrong with a file that does not look like one is said by its reader.
  const file = casesFile(source) ?? candidates(source, NAME)[0];
  if (file === undefined)
    throw new AssayError('FILE_NOT_FOUND', 'evals.json: expected one with cases, found none.');
  // JSON is YAML, whose parser knows where everything stands.
  const document = readYaml(fileText(file), file.path);
  const { data, unknown } = parseTolerantly(Cases, document);
  noteUnknown(unknown, file.path, losses);
  const slugs = new Slugs();
  const limits = timeLimit(data.defaults?.timeout_sec, (detail) =>
    losses.changed(
      file.path,
      document.placeOf({ path: ['defaults', 'timeout_sec'], about: 'value' }),
      detail,
    ),
  );
  const tasks = data.cases.flatMap((one, index): TaskDraft[] => {
    const at = (key: string) => document.placeOf({ path: ['cases', index, key], about: 'key' });
    const claims = claimsOf(one);
    if (claims.length === 0) losses.dropped(file.path, at('id'), 'Nothing says what a right outcome is.');
    if (one.expected_script)
      losses.dropped(file.path, at('expected_script'), 'How an agent works is not compared.');
    const id = slugs.take(String(one.id ?? `case-${index + 1}`), 'case');
    return claims.length === 0 ? [] : [budget.keep(draftOf(one, { id, claims, limits }))];
  });
  return plainSuite({
    name: data.skill_name ?? null,
    tool: 'BenchFlow',
    source,
    secret: [file],
    tasks,
    losses,
  });
}

/** What is expected of the agent; without that, the outcome. */
function claimsOf({ expected_behavior, ground_truth }: Case): string[] {
  if (expected_behavior != null && expected_behavior.length > 0) return [...expected_behavior];
  return ground_truth == null || ground_truth === '' ? [] : [`The work has this outcome: ${ground_truth}`];
}

type Told = { id: string; claims: string[]; limits: { maxSeconds?: number } };

function draftOf(one: Case, { id, claims, limits }: Told): TaskDraft {
  const [first = ''] = one.question.trim().split('\n');
  return {
    task: {
      ...{ id, level: 'common', objective: oneLine(first, id), prompt: one.question.trim() },
      expected: one.ground_truth || 'What its graders say.',
      limits,
      graders: judged('The work is as the case expects', claims),
    },
    ...{ workspace: [], grade: [], solution: [], script: null },
  };
}
