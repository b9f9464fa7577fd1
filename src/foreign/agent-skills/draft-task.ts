import type { z } from 'zod';
import { patternFault } from '../../base/compile-pattern.ts';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { TriggerQuery } from '../../contracts/triggers.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { judged, judgedNever } from '../drafting/judged.ts';
import { oneLine } from '../drafting/one-line.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { NOT_RUN_YET } from '../drafting/trigger-draft.ts';
import type { Files, TaskDraft } from '../foreign-format.ts';
import { type Decided, type Exact, negated, says } from './exact.ts';
import { plainKey } from './fields.ts';
import { givenFiles, type Roots } from './given-files.ts';
import { plainCheck } from './plain-check.ts';
import { type Eval, type Expectation, inWords } from './read-eval.ts';
import { typedCheck } from './typed-check.ts';

type Told = { id: string; place: string; roots: Roots; budget: DraftBudget };

/** As many as a task can have. */
const MOST_TURNS = 50;

type Drafted = { task: TaskDraft | null; losses: Omit<Loss, 'file'>[] };

/** The task that an eval becomes; none if nothing is asked in it, or nothing can be graded. */
export function draftTask(one: Eval, { id, place, roots, budget }: Told): Drafted {
  const asked = promptOf(one);
  if ('lacking' in asked) return { task: null, losses: [{ place, ...asked.lacking }] };
  const { prompt } = asked;
  const turns = one.turns.slice(1, 1 + MOST_TURNS).map((say) => ({ say }));
  const given = givenFiles(one.files, { place, prompt, roots, budget });
  const { graders, grade, losses } = gradersOf(one, place);
  const asks = asked.loss === null ? [] : [{ place, ...asked.loss }];
  const limits = timeLimit(one.maxSeconds, (detail) => losses.push({ place, effect: 'changed', detail }));
  if (graders.length === 0) return dropped(place, 'Nothing says what a right outcome is.', losses);
  return {
    task: budget.keep({
      task: {
        id,
        level: one.isEdge ? 'edge' : 'common',
        objective: oneLine(one.description ?? one.title ?? prompt, id),
        prompt,
        ...(turns.length === 0 ? {} : { turns }),
        expected: one.outcome ?? 'What its graders say.',
        ...(limits.maxSeconds === undefined ? {} : { limits }),
        graders,
      },
      ...{ workspace: given.workspace, grade, solution: [], script: null },
      lacks: lacksOf([...asks, ...given.losses]),
    }),
    losses: [...asks, ...given.losses, ...losses],
  };
}

function lacksOf(losses: Drafted['losses']): string[] {
  return losses.filter(({ effect }) => effect === 'incomplete').map(({ detail }) => detail);
}

function dropped(place: string, detail: string, more: Drafted['losses'] = []): Drafted {
  return { task: null, losses: [{ place, effect: 'dropped', detail }, ...more] };
}

type Asked =
  | { prompt: string; loss: Pick<Loss, 'effect' | 'detail'> | null }
  | { lacking: Pick<Loss, 'effect' | 'detail'> };

const QUERY = {
  effect: 'changed' as const,
  detail: `It is about when the skill is used, and not about the work: ${NOT_RUN_YET}`,
};

function lost(detail: string): Pick<Loss, 'effect' | 'detail'> {
  return { effect: 'dropped', detail };
}

const NO_WORK =
  'It runs a command of the skill by itself and asks for no work, so that there is nothing for an agent to do.';

function isQuery({ turns, isToBeInvoked }: Eval): boolean {
  return isToBeInvoked !== null && turns.length > 0;
}

/** The prompt of an eval that says by yes or no whether the skill should be used. */
export function queryOf({ turns: [query], isToBeInvoked, description }: Eval): TriggerQuery[] {
  if (query === undefined || isToBeInvoked === null) return [];
  const reason = description === null ? {} : { reason: description };
  return [{ query, expect: isToBeInvoked ? 'invoked' : 'not-invoked', ...reason }];
}

function promptOf(one: Eval): Asked {
  const { turns, description, expectations, outcome, shouldTrigger } = one;
  const [prompt] = turns;
  const isAboutUse = shouldTrigger === false || (expectations.length === 0 && outcome === null);
  if (shouldTrigger !== null && isAboutUse)
    return {
      lacking: isQuery(one) ? QUERY : lost('It is about when the skill is used, and not about the work.'),
    };
  if (turns.length > 1 + MOST_TURNS)
    return {
      lacking: lost(`It is a conversation of ${turns.length} turns, which is more than there can be.`),
    };
  if (prompt !== undefined) return { prompt, loss: null };
  if (description === null) return { lacking: lost('It has no prompt.') };
  if (one.ignored.some((key) => COMMANDS.includes(plainKey(key)))) return { lacking: lost(NO_WORK) };
  const detail = 'It has no prompt: its description stands in its place. Say what the agent is asked.';
  return { prompt: description, loss: { effect: 'incomplete', detail } };
}

type Grader = z.input<typeof GraderSpec>;

function gradersOf(one: Eval, place: string) {
  const { expectations, outcome } = one;
  const isOutputClear = !speaksOfFiles(one);
  const decided = expectations.map((one) => ({ one, exact: exactOf(one, isOutputClear) }));
  const open = decided.flatMap(({ one, exact }) => (exact === null ? [one] : []));
  const exact = decided.flatMap(({ one, exact }) => (exact === null ? [] : [titled(one, exact)]));
  const claims = open.filter(({ sense }) => sense === 'positive').map(wordsOf);
  const isWeak = exact.length + claims.length === 0 && outcome !== null;
  return {
    graders: [
      ...exact,
      ...(isWeak ? judged(WEAK, [`The work has this outcome: ${outcome}`]) : judged(JUDGED, claims)),
      ...judgedNever(NEVER, open.flatMap(violationOf)),
    ],
    grade: gradeFiles(decided.flatMap(({ exact }) => exact?.exact ?? [])),
    losses: [
      ...(isWeak ? [weakness(place)] : []),
      ...decided.flatMap(({ one, exact }) => lossOf(one, exact, place)),
    ],
  };
}

/** Then "the output" may be what the agent says as well as what it writes. */
function speaksOfFiles({ turns, outcome, expectations, files }: Eval): boolean {
  const texts = [...turns, outcome ?? '', ...expectations.map(wordsOf)];
  return (
    files.length > 0 ||
    texts.some((text) =>
      /\b(?:files?|folders?|director(?:y|ies)|saves?|saved|writes? (?:it )?to)\b|\w\.[a-z]\w{1,4}\b|文件|保存/i.test(
        text,
      ),
    )
  );
}

function wordsOf({ text, fields }: Expectation): string {
  return text ?? inWords(fields);
}

/** What a judge is asked instead of whether something is not so, which no quote could show. */
function violationOf(one: Expectation): string[] {
  if (one.sense === 'positive') return [];
  const words = wordsOf(one);
  return [
    one.sense === 'forbidden'
      ? `The answer or a file of the work shows this: ${words}`
      : `The answer or a file of the work shows that this does not hold: ${words}`,
  ];
}

const JUDGED = 'The work is as the author of the skill expects';
const NEVER = 'Nothing in the work is what the author of the skill rules out';
const WEAK = 'The work has the outcome that the author of the skill describes (a weak check)';

function weakness(place: string): Omit<Loss, 'file'> {
  const detail = 'Only an outcome is described: a model judges it as a whole, which is a weak check.';
  return { place, effect: 'changed', detail };
}

function exactOf({ text, fields, sense, pattern }: Expectation, isOutputClear: boolean): Decided | null {
  if (pattern !== undefined) return ofPattern(pattern, sense === 'forbidden');
  const hasFields = Object.keys(fields).length > 0;
  const plain = hasFields || text === null ? null : plainCheck(text, { isOutputClear });
  if (sense === 'forbidden') return plain === null ? null : negated(plain);
  return hasFields ? typedCheck(fields) : plain;
}

function ofPattern(pattern: string, isForbidden: boolean): Decided | null {
  if (patternFault(pattern) !== null) return null;
  const wording = isForbidden ? { matchesNone: [pattern] } : { matches: [pattern] };
  return { exact: [says(null, wording)], isAnyEnough: false };
}

/** Shown with the words that it came from. */
function titled({ text, fields }: Expectation, { exact, isAnyEnough }: Decided): Grader {
  const title = oneLine(text ?? inWords(fields), 'What the author expects');
  const [first, ...others] = exact.map(({ spec }) => ({ ...spec, title }));
  if (first !== undefined && others.length === 0) return first;
  const graders = exact.map(({ spec }, index) => ({
    ...spec,
    title: `${title} (${index + 1} of ${exact.length})`,
  }));
  return { kind: 'group', title, graders, atLeast: isAnyEnough ? 1 : graders.length };
}

function gradeFiles(exact: readonly Exact[]): Files {
  return [...new Map(exact.flatMap(({ grade }) => grade).map((file) => [file.path, file])).values()];
}

const COMMANDS = ['cmd', 'command', 'script', 'run', 'shell', 'exec'];

function lossOf(
  { place: at, text, fields, sense }: Expectation,
  decided: Decided | null,
  place: string,
): Omit<Loss, 'file'>[] {
  const where = `${place}.${at}`;
  if (decided !== null)
    return decided.exact.some(({ spec }) => spec.kind === 'command-exit') ? [ran(where)] : [];
  if (sense !== 'positive') {
    const claim = oneLine(text ?? inWords(fields), 'nothing');
    const detail = `A model looks for what this rules out, in what the agent said and left alone: ${claim}`;
    return [{ place: where, effect: 'changed', detail }];
  }
  const others = Object.keys(fields).filter((key) => !REMARKS.includes(plainKey(key)));
  if (others.length === 0) return [];
  const detail = others.some((key) => COMMANDS.includes(plainKey(key)))
    ? 'A command is run only where it says how it has to end: a model judges the words instead. Write a grader for it.'
    : `A model judges its words: no grader does exactly what its fields say (${oneLine(others.join(', '), 'none')}).`;
  return [{ place: where, effect: 'changed', detail }];
}

function ran(place: string): Omit<Loss, 'file'> {
  const detail =
    'The command runs where grading does, without a network, on a copy of what the agent left. What it needs belongs to the environment.';
  return { place, effect: 'changed', detail };
}

const REMARKS = [
  'text',
  'description',
  'assertion',
  'expectation',
  'criterion',
  'name',
  'id',
  'category',
  'weight',
];
