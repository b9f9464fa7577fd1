import { asksModel, membersOf } from '../contracts/grader-spec.ts';
import { namesSkill, wordsOf } from '../contracts/names-skill.ts';
import type { SuiteProblem } from '../contracts/suite-check.ts';
import { wordsOfUser } from '../contracts/task.ts';
import { AnswerSearch } from './answer-search.ts';
import { findLeaks, type Leaks } from './find-leaks.ts';
import { paraphraseFinder } from './find-paraphrase.ts';
import { type LintedSkill, type LintedTask, textsOfUser } from './linted-task.ts';

/** As many words in a row are no coincidence. */
const REPEATED_WORDS = 8;
/** The share of runs of three words that the prompts of near-copies have in common. */
const NEARLY_ALL = 0.8;
const RUN = 3;

const FEWEST = 4;
/** What the report publishes with. */
const PUBLISHED = { common: 8, edge: 4 };

/** What the texts and files of one task show. One search serves all tasks of a suite. */
export function lintTask(task: LintedTask, skill: LintedSkill, search = new AnswerSearch()): Leaks {
  const { problems, warnings } = findLeaks(task, skill, search);
  return { problems: [...promptProblems(task, skill), ...problems], warnings };
}

/** Problems of the suite as a whole. */
export function lintTogether(tasks: readonly LintedTask[], allowSmall: boolean): SuiteProblem[] {
  const count = tasks.length === 1 ? 'There is 1 task' : `There are ${tasks.length} tasks`;
  const few = `${count}: fewer than ${FEWEST} say nothing about a skill. --allow-small permits it.`;
  return [
    ...(tasks.length < FEWEST && !allowSmall ? [{ fault: 'too-few-tasks' as const, detail: few }] : []),
    ...nearCopies(tasks),
  ];
}

export function warningsFor(tasks: readonly LintedTask[], skill: LintedSkill): string[] {
  return [...tooFew(tasks), ...unproven(tasks), ...paraphrases(tasks, skill)];
}

function tooFew(tasks: readonly LintedTask[]): string[] {
  return (['common', 'edge'] as const).flatMap((level) => {
    const count = tasks.filter(({ task }) => task.level === level).length;
    const wanted = PUBLISHED[level];
    return count >= wanted
      ? []
      : [`${showTasks(count, level)}; scores are published with ${wanted} or more.`];
  });
}

function unproven(tasks: readonly LintedTask[]): string[] {
  const judged = tasks.filter(({ task }) => task.graders.flatMap(membersOf).every(asksModel));
  if (judged.length === 0) return [];
  const names = judged.map(({ task }) => task.id).join(', ');
  return [`A model alone decides ${names}: no grader was shown to tell good work from bad.`];
}

/** What the skill has to say may be what a task needs, so that only a reader can tell whether a prompt gives it away. */
function paraphrases(tasks: readonly LintedTask[], { description, body }: LintedSkill): string[] {
  const find = paraphraseFinder([description, body]);
  const texts = tasks.map(({ task }) => ({ id: task.id, text: wordsOfUser(task) }));
  return texts.flatMap(({ id, text }) => {
    const others = texts.filter((other) => other.id !== id).map((other) => other.text);
    const found = find(text, others);
    if (found === null) return [];
    const words = found.words.map((word) => `"${word}"`).join(', ');
    return [
      `The prompt of ${id} may say in other words what the skill says: ${words} stand together there and in "${inOneLine(found.passage)}".`,
    ];
  });
}

function promptProblems({ task }: LintedTask, skill: LintedSkill): SuiteProblem[] {
  return textsOfUser(task).flatMap(({ what, text }) => {
    const repeated = sharedRun(wordsOf(text), [wordsOf(skill.description), wordsOf(skill.body)]);
    const problems: (SuiteProblem | null)[] = [
      namesSkill(text, skill.name)
        ? { fault: 'prompt-names-skill', detail: `${what} names the skill, "${skill.name}".` }
        : null,
      repeated === null
        ? null
        : { fault: 'prompt-repeats-skill', detail: `${what} repeats words of the skill: "${repeated}".` },
    ];
    return problems.filter((problem) => problem !== null);
  });
}

function nearCopies(tasks: readonly LintedTask[]): SuiteProblem[] {
  const runs = tasks.map(({ task }) => ({ id: task.id, runs: runsOf(wordsOf(wordsOfUser(task))) }));
  return runs.flatMap((one, index) =>
    runs.slice(index + 1).flatMap((other) => {
      const alike = similarity(one.runs, other.runs);
      const detail = `The prompts of ${one.id} and ${other.id} are ${Math.round(100 * alike)} % alike, so that they are one task.`;
      return alike < NEARLY_ALL ? [] : [{ fault: 'near-copy' as const, detail }];
    }),
  );
}

function runsOf(words: readonly string[]): Set<string> {
  if (words.length <= RUN) return new Set([words.join(' ')]);
  return new Set(words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' ')));
}

/** Jaccard's index: what two sets have in common, as a share of what either has. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = a.intersection(b).size;
  const either = a.union(b).size;
  return either === 0 ? 0 : both / either;
}

/** The first run of words that stands in one of the other texts too; `null` if there is none. */
function sharedRun(words: readonly string[], others: readonly (readonly string[])[]): string | null {
  const texts = others.map((other) => ` ${other.join(' ')} `);
  for (let at = 0; at + REPEATED_WORDS <= words.length; at++) {
    const run = words.slice(at, at + REPEATED_WORDS).join(' ');
    if (texts.some((text) => text.includes(` ${run} `))) return run;
  }
  return null;
}

function showTasks(count: number, level: string): string {
  return `${count} ${level} ${count === 1 ? 'task' : 'tasks'}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
