import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import type { Loss } from '../../contracts/loss.ts';
import { oneLine } from '../drafting/one-line.ts';
import type { Files, TaskDraft } from '../foreign-format.ts';
import type { Exact } from './exact.ts';
import { givenFiles, type Roots } from './given-files.ts';
import { plainCheck } from './plain-check.ts';
import { type Eval, type Expectation, inWords } from './read-eval.ts';
import { typedCheck } from './typed-check.ts';

type Told = { id: string; place: string; roots: Roots };

type Drafted = { task: TaskDraft | null; losses: Omit<Loss, 'file'>[] };

/** The task that an eval becomes; none if nothing is asked in it, or nothing can be graded. */
export function draftTask(one: Eval, { id, place, roots }: Told): Drafted {
  const asked = promptOf(one);
  if ('lacking' in asked) return dropped(place, asked.lacking);
  const { prompt } = asked;
  const given = givenFiles(one.files, place, prompt, roots);
  const { graders, grade, losses } = gradersOf(one, place);
  if (graders.length === 0) return dropped(place, 'Nothing says what a right outcome is.', losses);
  return {
    task: {
      task: {
        id,
        level: one.isEdge ? 'edge' : 'common',
        objective: oneLine(one.description ?? one.name, id),
        prompt,
        expected: one.outcome ?? 'What its graders say.',
        ...(one.maxSeconds === null ? {} : { limits: { maxSeconds: one.maxSeconds } }),
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

type Asked = { prompt: string; loss: Pick<Loss, 'effect' | 'detail'> | null } | { lacking: string };

function promptOf({ turns, description, expectations, outcome, shouldTrigger }: Eval): Asked {
  const [prompt, ...more] = turns;
  const isAboutUse = shouldTrigger === false || (expectations.length === 0 && outcome === null);
  if (shouldTrigger !== null && isAboutUse)
    return { lacking: 'It is about when the skill is used, and not about the work.' };
  if (more.length > 0)
    return { lacking: `It is a conversation of ${turns.length} turns, and only one can be asked.` };
  if (prompt !== undefined) return { prompt, loss: null };
  if (description === null) return { lacking: 'It has no prompt.' };
  const detail = 'It has no prompt: its description stands in its place. Say what the agent is asked.';
  return { prompt: description, loss: { effect: 'incomplete', detail } };
}

type Grader = z.input<typeof GraderSpec>;

function gradersOf({ expectations }: Eval, place: string) {
  const decided = expectations.map((one) => ({ one, exact: exactOf(one) }));
  const exact = decided.flatMap(({ one, exact }) => (exact === null ? [] : [titled(one, exact)]));
  const losses = expectations.flatMap((one) => lossOf(one, place));
  return { graders: exact, grade: gradeFiles(decided.flatMap(({ exact }) => exact ?? [])), losses };
}

function exactOf({ text, fields }: Expectation): Exact[] | null {
  if (Object.keys(fields).length > 0) return typedCheck(fields);
  const plain = text === null ? null : plainCheck(text);
  return plain === null ? null : [plain];
}

/** Shown with the words that it came from. */
function titled({ text, fields }: Expectation, exact: readonly Exact[]): Grader {
  const title = oneLine(text ?? inWords(fields), 'What the author expects');
  const [first, ...others] = exact.map(({ spec }) => ({ ...spec, title }));
  if (first !== undefined && others.length === 0) return first;
  const graders = exact.map(({ spec }, index) => ({
    ...spec,
    title: `${title} (${index + 1} of ${exact.length})`,
  }));
  return { kind: 'group', title, graders, atLeast: graders.length };
}

function gradeFiles(exact: readonly Exact[]): Files {
  return [...new Map(exact.flatMap(({ grade }) => grade).map((file) => [file.path, file])).values()];
}

function lossOf(one: Expectation, place: string): Omit<Loss, 'file'>[] {
  if (exactOf(one) !== null) return [];
  const detail = `Only a person or a model could judge this: ${oneLine(one.text ?? inWords(one.fields), '')}`;
  return [{ place: `${place}.${one.place}`, effect: 'dropped', detail }];
}
