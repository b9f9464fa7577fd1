import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { TriggerQuery } from '../../contracts/triggers.ts';
import { judged } from '../drafting/judged.ts';
import { oneLine } from '../drafting/one-line.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import { NOT_RUN_YET } from '../drafting/trigger-draft.ts';
import type { Files, TaskDraft } from '../foreign-format.ts';
import type { Exact } from './exact.ts';
import { plainKey } from './fields.ts';
import { givenFiles, type Roots } from './given-files.ts';
import { plainCheck } from './plain-check.ts';
import { type Eval, type Expectation, inWords } from './read-eval.ts';
import { type Decided, typedCheck } from './typed-check.ts';

type Told = { id: string; place: string; roots: Roots };

/** As many as a task can have. */
const MOST_TURNS = 50;

type Drafted = { task: TaskDraft | null; losses: Omit<Loss, 'file'>[] };

/** The task that an eval becomes; none if nothing is asked in it, or nothing can be graded. */
export function draftTask(one: Eval, { id, place, roots }: Told): Drafted {
  const asked = promptOf(one);
  if ('lacking' in asked) return { task: null, losses: [{ place, ...asked.lacking }] };
  const { prompt } = asked;
  const turns = one.turns.slice(1, 1 + MOST_TURNS).map((say) => ({ say }));
  const given = givenFiles(one.files, place, prompt, roots);
  const { graders, grade, losses } = gradersOf(one, place);
  const limits = timeLimit(one.maxSeconds, (detail) => losses.push({ place, effect: 'changed', detail }));
  if (graders.length === 0) return dropped(place, 'Nothing says what a right outcome is.', losses);
  return {
    task: {
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
    },
    losses: [...(asked.loss === null ? [] : [{ place, ...asked.loss }]), ...given.losses, ...losses],
  };
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
  const detail = 'It has no prompt: its description stands in its place. Say what the agent is asked.';
  return { prompt: description, loss: { effect: 'incomplete', detail } };
}

type Grader = z.input<typeof GraderSpec>;

function gradersOf({ expectations, outcome }: Eval, place: string) {
  const decided = expectations.map((one) => ({ one, exact: exactOf(one) }));
  const claims = decided
    .filter(({ one, exact }) => exact === null && one.sense === 'positive')
    .map(({ one }) => one);
  const exact = decided.flatMap(({ one, exact }) => (exact === null ? [] : [titled(one, exact)]));
  const isWeak = exact.length + claims.length === 0 && outcome !== null;
  const rest = isWeak
    ? judged(WEAK, [`The work has this outcome: ${outcome}`])
    : judged(
        JUDGED,
        claims.map(({ text, fields }) => text ?? inWords(fields)),
      );
  return {
    graders: [...exact, ...rest],
    grade: gradeFiles(decided.flatMap(({ exact }) => exact?.exact ?? [])),
    losses: [
      ...(isWeak ? [weakness(place)] : []),
      ...decided.flatMap(({ one, exact }) => (exact === null ? lossOf(one, place) : [])),
    ],
  };
}

const JUDGED = 'The work is as the author of the skill expects';
const WEAK = 'The work has the outcome that the author of the skill describes (a weak check)';

function weakness(place: string): Omit<Loss, 'file'> {
  const detail = 'Only an outcome is described: a model judges it as a whole, which is a weak check.';
  return { place, effect: 'changed', detail };
}

function exactOf({ text, fields, sense }: Expectation): Decided | null {
  if (sense === 'forbidden') return null;
  if (Object.keys(fields).length > 0) return typedCheck(fields);
  const plain = text === null ? null : plainCheck(text);
  return plain === null ? null : { exact: [plain], isAnyEnough: false };
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

/** Programs of strangers would decide about their own skill, so that no command is run. */
const COMMANDS = ['cmd', 'command', 'script', 'run', 'shell', 'exec'];

function lossOf({ place: at, text, fields, sense }: Expectation, place: string): Omit<Loss, 'file'>[] {
  const where = `${place}.${at}`;
  if (sense !== 'positive') {
    const claim = oneLine(text ?? inWords(fields), 'nothing');
    const detail = `A judge can only quote what is there, and this is about what is not: ${claim}`;
    return [{ place: where, effect: 'dropped', detail }];
  }
  const others = Object.keys(fields).filter((key) => !REMARKS.includes(plainKey(key)));
  if (others.length === 0) return [];
  const detail = others.some((key) => COMMANDS.includes(plainKey(key)))
    ? 'Commands of imported tasks are not run: a model judges what it says instead. Write a grader for it.'
    : `A model judges its words: no grader does exactly what its fields say (${oneLine(others.join(', '), 'none')}).`;
  return [{ place: where, effect: 'changed', detail }];
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
