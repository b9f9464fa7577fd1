import { expectedFilesOf } from '../contracts/expected-files-of.ts';
import { membersOf } from '../contracts/grader-spec.ts';
import type { SuiteProblem } from '../contracts/suite-check.ts';
import type { Task } from '../contracts/task.ts';
import { type AnswerSearch, lettersOf, type Sighting } from './answer-search.ts';
import { givenAway } from './given-away.ts';
import { saysMuch } from './information.ts';
import { type LintedSkill, type LintedTask, textsOfUser } from './linted-task.ts';
import { isSaid, type OpenPlace, openPlaces } from './open-places.ts';
import { type Secret, secretsOfTask } from './secrets-of-task.ts';

/** What gives a task away, and what may do so, which only a reader can tell. */
export type Leaks = { problems: SuiteProblem[]; warnings: string[] };

/** A shorter answer is a word that any prompt may contain. */
const TELLING_CHARACTERS = 8;
/** Files that are shorter are alike by chance. */
const TELLING_BYTES = 16;
/** A shorter answer may well be what is to be found in a file. */
const LONG_LETTERS = 64;

/** Looks for what is expected, and for the files of `grade/` and `solution/`, in all that an agent gets. */
export function findLeaks(linted: LintedTask, skill: LintedSkill, search: AnswerSearch): Leaks {
  const places = openPlaces(linted, skill);
  const inputs = places.filter(isInput);
  const known = inputs.map(({ content }) => lettersOf(asText(content))).join('\n');
  const secrets = secretsOfTask(linted, skill).filter((secret) => !isKept(secret, linted, places));
  const looking = { secrets, known, search };
  const leaks = [
    allGiven(linted.task),
    ...textsOfUser(linted.task).map((text) => leakInText(text, looking)),
    ...places.flatMap((place) => leaksInPlace(place, looking)),
  ];
  return {
    problems: leaks.flatMap(({ problems }) => problems),
    warnings: leaks.flatMap(({ warnings }) => warnings.map((one) => `${linted.task.id}: ${one}`)),
  };
}

/** What is expected may lie there already if the task is to leave it as it is. */
function isKept(
  { folder, path, content }: Secret,
  linted: LintedTask,
  places: readonly OpenPlace[],
): boolean {
  const folders = ['workspace', ...(linted.arrivals ?? []).map(({ name }) => `turns/${name}`)];
  const judged = linted.task.graders.flatMap(membersOf).flatMap((grader) => {
    const [expected] = expectedFilesOf(grader);
    return 'path' in grader && expected === path ? [grader.path] : [];
  });
  const kept = new Set(judged.flatMap((one) => folders.map((given) => `${given}/${one}`)));
  return folder === 'grade' && places.some((open) => kept.has(open.place) && isSame(open.content, content));
}

type Looking = {
  secrets: readonly Secret[];
  /** What the inputs of the task say: lines of it tell nothing about an answer. */
  known: string;
  search: AnswerSearch;
};

/** Otherwise work that repeats the prompt is tried, which may fail because something must not be there. */
function allGiven(task: Task): Leaks {
  const given = givenAway(task);
  if (given === null) return NONE;
  const shown = given.texts.map((text) => `"${startOf(text)}"`).join(', ');
  const detail = `The prompt has all that the graders look for: ${shown}. They have to look for something that is not said there.`;
  if (!given.isMade) return warningsOf([detail]);
  return { problems: [{ fault: 'prompt-holds-answer', detail }], warnings: [] };
}

function leakInText(
  { what, text }: { what: string; text: string },
  { secrets, known, search }: Looking,
): Leaks {
  const answers = secrets.filter(({ isAnswer, content }) => isAnswer && isTelling(asText(content)));
  const parts = secrets.filter(({ isPart }) => isPart);
  const squeezed = withoutSpaces(text);
  const plain = answers.find(({ content }) => squeezed.includes(withoutSpaces(asText(content))));
  if (plain !== undefined) return holdsAnswer(what, plain, '');
  const found = search.find(Buffer.from(text), answers, known);
  // A part is a fault only if it is hidden. If it is named, that may be what the form of an answer asks for.
  const hidden = search.find(Buffer.from(text), parts).filter(({ how }) => how !== '');
  const whole = [...found, ...hidden].find(({ lines }) => lines === null);
  if (whole !== undefined) return holdsAnswer(what, whole.secret, whole.how);
  return warningsOf(found.map((one) => `${what} holds ${described(one)}.`));
}

function holdsAnswer(what: string, { content }: Secret, how: string): Leaks {
  const detail = `${what} holds what is expected${inBrackets(how)}: "${startOf(asText(content))}".`;
  return { problems: [{ fault: 'prompt-holds-answer', detail }], warnings: [] };
}

function leaksInPlace(place: OpenPlace, { secrets, known, search }: Looking): Leaks[] {
  const sought = secrets.filter(({ folder }) => place.kind !== 'skill' || folder !== 'solution');
  const copies = sought.filter(
    ({ content }) => content.length >= TELLING_BYTES && isSame(content, place.content),
  );
  const others = secrets.filter((secret) => !copies.includes(secret));
  const found = [...search.find(place.content, others, known), ...shortIn(place, sought)];
  return [
    ...copies.map(({ name }) => copyOf(name, place)),
    ...found.map((sighting) => leakOf(sighting, place)),
  ];
}

/** To bring back what once was may be the task. */
function copyOf(name: string, { place, kind }: OpenPlace): Leaks {
  const detail = `The agent can read ${name}: ${place} is a copy of it.`;
  return kind === 'history' ? warningsOf([detail]) : withinReach(detail);
}

function isInput({ kind }: OpenPlace): boolean {
  return kind === 'given' || kind === 'history' || kind === 'service';
}

/** Some digits stand in many a text by chance, but not by themselves in a setting. */
function shortIn({ kind, content }: OpenPlace, secrets: readonly Secret[]): Sighting[] {
  if (kind !== 'setting') return [];
  const said = asText(content).toLowerCase();
  const found = secrets.filter((secret) => {
    const text = asText(secret.content).trim();
    const isShort = lettersOf(text).length < TELLING_CHARACTERS;
    return isShort && (secret.isAnswer || secret.isPart) && saysMuch(text) && isSaid(text, said);
  });
  return found.map((secret) => ({ secret, how: '', lines: null }));
}

/**
 * Everything that an agent is given may be there so that the answer is found in it. Only what is hidden in files of
 * which nobody speaks, or lies where no input belongs, is certain to be no part of the task.
 */
function leakOf(sighting: Sighting, open: OpenPlace): Leaks {
  const { place, kind, isNamed } = open;
  const { secret, how, lines } = sighting;
  const isHidden = how !== '';
  const detail = `The agent can read ${described(sighting)}: it is in ${place}.`;
  if (lines !== null) return isHidden || !isInput(open) ? warningsOf([detail]) : NONE;
  if (kind === 'service' || kind === 'history' || isNamed) return isHidden ? warningsOf([detail]) : NONE;
  if (isHidden && kind === 'given')
    return withinReach(`${detail} If it is to be found there, the prompt has to name the file.`);
  if (isHidden || kind === 'setting') return withinReach(detail);
  if (kind === 'installed') return secret.isPart ? warningsOf([detail]) : withinReach(detail);
  if (kind === 'skill' && secret.folder === 'solution') return NONE;
  const letters = lettersOf(asText(secret.content));
  if (letters.length >= TELLING_BYTES && letters === lettersOf(asText(open.content)))
    return withinReach(detail);
  return letters.length >= LONG_LETTERS ? warningsOf([detail]) : NONE;
}

const NONE: Leaks = { problems: [], warnings: [] };

function withinReach(detail: string): Leaks {
  return { problems: [{ fault: 'answer-within-reach', detail }], warnings: [] };
}

function warningsOf(warnings: string[]): Leaks {
  return { problems: [], warnings };
}

function described({ secret, how, lines }: Sighting): string {
  const share = lines === null ? '' : `${lines.found} of ${lines.of} lines of `;
  return `${share}${secret.name}${inBrackets(how)}`;
}

function inBrackets(how: string): string {
  return how === '' ? '' : ` (${how})`;
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function isTelling(text: string): boolean {
  return withoutSpaces(text).length >= TELLING_CHARACTERS;
}

function asText(content: Uint8Array): string {
  return Buffer.from(content).toString();
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function startOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
