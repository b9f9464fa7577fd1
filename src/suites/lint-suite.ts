import { digestOf } from '../base/digest.ts';
import {
  asksModel,
  expectedFilesOf,
  expectedValuesOf,
  type GraderSpec,
  membersOf,
} from '../contracts/grader-spec.ts';
import { namesSkill, wordsOf } from '../contracts/names-skill.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { SuiteProblem } from '../contracts/suite-check.ts';
import { wordsOfUser } from '../contracts/task.ts';
import { paraphraseFinder } from './find-paraphrase.ts';
import type { TaskFiles } from './read-task-folder.ts';

type Files = SkillFolder['files'];

export type LintedSkill = {
  name: string;
  description: string;
  body: string;
  /** All that an agent can read. */
  files: Files;
  /** Files of the skill that it cannot read, because they say what is expected. */
  withheld: Files;
  /** What is put into the sandboxes of both arms, whatever the task. */
  environment: Files;
};
export type LintedTask = Pick<TaskFiles, 'task' | 'workspace' | 'grade' | 'environment'> &
  Partial<Pick<TaskFiles, 'arrivals'>> & { solution: Files };

/** As many words in a row are no coincidence. */
const REPEATED_WORDS = 8;
/** A shorter answer is a word that any prompt may contain. */
const TELLING_CHARACTERS = 8;
/** Files that are shorter are alike by chance. */
const TELLING_BYTES = 16;
/** The share of runs of three words that the prompts of near-copies have in common. */
const NEARLY_ALL = 0.8;
const RUN = 3;

const FEWEST = 4;
/** What the report publishes with. */
const PUBLISHED = { common: 8, edge: 4 };

/** Problems of one task that its texts and files show. */
export function lintTask(task: LintedTask, skill: LintedSkill): SuiteProblem[] {
  return [...promptProblems(task, skill), ...withinReach(task, skill)];
}

/** Problems of the suite as a whole. */
export function lintTogether(tasks: readonly LintedTask[], allowSmall: boolean): SuiteProblem[] {
  const few = `There are ${tasks.length} tasks: fewer than ${FEWEST} say nothing about a skill. --allow-small permits it.`;
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

function promptProblems(linted: LintedTask, skill: LintedSkill): SuiteProblem[] {
  const { prompt, turns = [] } = linted.task;
  const answers = answersOf(linted.task.graders, linted.grade, linted.solution);
  return [
    ...problemsOf({ what: 'The prompt', text: prompt }, answers, skill),
    ...turns.flatMap(({ say }, index) =>
      problemsOf({ what: `The turn ${index + 1} of the user`, text: say }, answers, skill),
    ),
  ];
}

/** Problems of one text that the agent is told. */
function problemsOf(
  { what, text }: { what: string; text: string },
  answers: readonly string[],
  skill: LintedSkill,
): SuiteProblem[] {
  const repeated = sharedRun(wordsOf(text), [wordsOf(skill.description), wordsOf(skill.body)]);
  const squeezed = withoutSpaces(text);
  const answer = answers.find((expected) => squeezed.includes(withoutSpaces(expected)));
  const problems: (SuiteProblem | null)[] = [
    namesSkill(text, skill.name)
      ? { fault: 'prompt-names-skill', detail: `${what} names the skill, "${skill.name}".` }
      : null,
    repeated === null
      ? null
      : { fault: 'prompt-repeats-skill', detail: `${what} repeats words of the skill: "${repeated}".` },
    answer === undefined
      ? null
      : { fault: 'prompt-holds-answer', detail: `${what} holds what is expected: "${startOf(answer)}".` },
  ];
  return problems.filter((problem) => problem !== null);
}

/** The whole texts that graders expect. A part that has to occur may well be asked for in the prompt. */
function answersOf(graders: readonly GraderSpec[], grade: Files, solution: Files): string[] {
  const given = graders
    .flatMap(expectedValuesOf)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  const named = new Set(graders.flatMap(expectedFilesOf));
  const files = [
    ...grade.filter(({ path }) => named.has(path)),
    ...solution.filter(({ path }) => path === 'answer.txt'),
  ];
  const texts = [...given, ...files.map(({ content }) => Buffer.from(content).toString())];
  return texts.filter((text) => withoutSpaces(text).length >= TELLING_CHARACTERS);
}

/**
 * Files of `grade/` and `solution/` that the agent gets all the same. What is expected may lie there already if the
 * task is to leave it as it is, and a solution may use the skill's own files.
 */
function withinReach(linted: LintedTask, skill: LintedSkill): SuiteProblem[] {
  const { task, workspace, arrivals = [], grade, environment, solution } = linted;
  const given = [
    ...workspace.map((file) => ({ ...file, place: `workspace/${file.path}` })),
    ...arrivals.flatMap(({ name, files }) =>
      files.map((file) => ({ ...file, place: `turns/${name}/${file.path}` })),
    ),
  ];
  const installed = [
    ...skill.environment.map((file) => ({ ...file, place: `environment/${file.path}` })),
    ...environment.map((file) => ({ ...file, place: `the task's environment/${file.path}` })),
  ];
  const own = skill.files.map((file) => ({ ...file, place: `the skill's ${file.path}` }));
  const kept = new Set(
    task.graders.flatMap(membersOf).flatMap((grader) => {
      const [expected] = expectedFilesOf(grader);
      if (!('path' in grader) || expected === undefined) return [];
      const folders = ['workspace', ...arrivals.map(({ name }) => `turns/${name}`)];
      return folders.map((folder) => `${expected}\0${folder}/${grader.path}`);
    }),
  );
  const open = [...given, ...installed];
  return [
    ...copiesOf(grade, 'grade', [...open, ...own], (path, place) => kept.has(`${path}\0${place}`)),
    ...copiesOf(solution, 'solution', open, () => false),
    ...copiesOf(skill.withheld, 'skill', [...open, ...own], () => false),
  ];
}

type Placed = Files[number] & { place: string };

function copiesOf(
  secret: Files,
  folder: string,
  open: readonly Placed[],
  isKept: (path: string, place: string) => boolean,
): SuiteProblem[] {
  const digests = open.map(({ content, place }) => ({ place, digest: digestOf(content) }));
  return secret
    .filter(({ content }) => content.length >= TELLING_BYTES)
    .flatMap(({ path, content }) => {
      const digest = digestOf(content);
      const copy = digests.find((one) => one.digest === digest && !isKept(path, one.place));
      if (copy === undefined) return [];
      const detail = `The agent can read ${folder}/${path}: ${copy.place} is a copy of it.`;
      return [{ fault: 'answer-within-reach' as const, detail }];
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

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function startOf(text: string): string {
  const line = inOneLine(text);
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
