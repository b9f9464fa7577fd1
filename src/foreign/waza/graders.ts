import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import { innerPath } from '../drafting/inner-path.ts';
import { judged } from '../drafting/judged.ts';
import { oneLine } from '../drafting/one-line.ts';
import { judgedPattern, saysAll, saysAny, saysNone, saysPattern } from '../drafting/said.ts';
import type { WazaGrader, WazaTask } from './waza-schema.ts';

type Grader = z.input<typeof GraderSpec>;
export type Note = (path: readonly PropertyKey[], effect: 'dropped' | 'changed', detail: string) => void;

const ANY_CASE = { ignoresCase: true };

/** What a task expects, what its graders check, and what those of all tasks check. */
export function gradersOf(
  task: WazaTask,
  common: readonly WazaGrader[],
  notes: { own: Note; common: Note },
): Grader[] {
  return [
    ...expectations(task, notes.own),
    ...(task.graders ?? []).flatMap((one, index) => graderOf(one, ['graders', index], notes.own)),
    ...common.flatMap((one, index) => graderOf(one, ['graders', index], notes.common)),
  ];
}

function expectations({ expected }: WazaTask, note: Note): Grader[] {
  if (expected == null) return [];
  const { output_contains, output_contains_any, output_not_contains, behavior, outcomes } = expected;
  for (const [index, { type }] of (outcomes ?? []).entries())
    if (type !== 'task_completed')
      note(['expected', 'outcomes', index], 'dropped', 'Nothing here decides this outcome.');
  for (const key of Object.keys(behavior ?? {}))
    if (key !== 'max_response_time_ms')
      note(['expected', 'behavior', key], 'dropped', 'How an agent works is not compared, but for its time.');
  for (const key of ['tool_calls', 'should_trigger'] as const)
    if (expected[key] != null)
      note(['expected', key], 'dropped', 'How an agent works is not compared, but for its time.');
  return texted({
    all: output_contains ?? [],
    any: output_contains_any ?? [],
    none: output_not_contains ?? [],
  });
}

function texted({
  all,
  any,
  none,
}: {
  all: readonly string[];
  any: readonly string[];
  none: readonly string[];
}): Grader[] {
  const said = (texts: readonly string[]) => texts.filter((text) => text !== '');
  return [
    ...(said(all).length > 0 ? [saysAll(said(all), ANY_CASE)] : []),
    ...(said(any).length > 0 ? [saysAny(said(any), ANY_CASE)] : []),
    ...(said(none).length > 0 ? [saysNone(said(none), ANY_CASE)] : []),
  ];
}

function graderOf(grader: WazaGrader, place: readonly PropertyKey[], note: Note): Grader[] {
  const config = grader.config ?? {};
  const texts = (...keys: string[]) => keys.flatMap((key) => listOf(config[key]));
  if (grader.type === 'text' || grader.type === 'regex')
    return [
      ...texted({ all: texts('contains'), any: texts('contains_any'), none: texts('not_contains') }),
      ...texts('regex_match', 'must_match').flatMap((one) => matching(one, true, place, note)),
      ...texts('regex_not_match', 'must_not_match').flatMap((one) => matching(one, false, place, note)),
    ];
  if (grader.type === 'code')
    return texts('assertions').flatMap((one, index) =>
      coded(one, [...place, 'config', 'assertions', index], note),
    );
  if (grader.type === 'file')
    return [
      ...texts('must_exist').flatMap((one) => fileGrader(one, true, place, note)),
      ...texts('must_not_exist').flatMap((one) => fileGrader(one, false, place, note)),
    ];
  const [rubric] = [...listOf(config['prompt']), ...listOf(config['rubric']), ...listOf(grader.rubric)];
  if (/^(?:prompt|llm|rubric)$/.test(grader.type) && rubric !== undefined) {
    note(place, 'changed', 'A model judges this as one claim, by majority.');
    return judged(oneLine(grader.name ?? 'The work is as its rubric says', ''), [rubric]);
  }
  note(
    place,
    'dropped',
    `Nothing here decides what a grader of the type "${oneLine(grader.type, '')}" does.`,
  );
  return [];
}

function listOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function matching(pattern: string, isWanted: boolean, place: readonly PropertyKey[], note: Note): Grader[] {
  const exact = saysPattern(pattern, { isWanted });
  if (exact !== null) return [exact];
  const left = judgedPattern(pattern, isWanted);
  note(place, 'changed', left.detail);
  return left.graders;
}

const SAYS = /^\s*(?:'([^'\\]+)'|"([^"\\]+)")\s+in\s+output(\.lower\(\))?\s*$/;

/** The expressions of Python that only look for texts; any other is not run. */
function coded(expression: string, place: readonly PropertyKey[], note: Note): Grader[] {
  const parts = expression.split(/(?<!\s)\s+or\s+/).map((part) => SAYS.exec(part));
  const found = parts.filter((part) => part !== null);
  if (found.length === parts.length) {
    const ignoresCase = found.every(([, , , lower]) => lower !== undefined);
    return [
      saysAny(
        found.map(([, one, other]) => one ?? other ?? ''),
        { ignoresCase },
      ),
    ];
  }
  note(place, 'dropped', 'This code is not run, and what it checks is not certain.');
  return [];
}

function fileGrader(given: string, isWanted: boolean, place: readonly PropertyKey[], note: Note): Grader[] {
  const path = innerPath(given);
  if (path === null || /[*?[{]/.test(path)) {
    note(place, 'dropped', `${oneLine(given, 'This')} is no file of the workspace.`);
    return [];
  }
  const title = oneLine(isWanted ? `There is ${path}` : `There is no ${path}`, 'Files');
  return [
    isWanted
      ? { kind: 'file-content', title, path, matches: '^' }
      : { kind: 'file-content', title, path, absent: true },
  ];
}
