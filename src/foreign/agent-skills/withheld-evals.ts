import { posix } from 'node:path';
import { AssayError } from '../../base/assay-error.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { Files } from '../foreign-format.ts';
import { readDocument } from './read-document.ts';

/** Where the document that was imported lies in the skill. `entry` may start above the skill, or below it. */
export function evalsWithin(skill: Files, entry: string, document: Files[number]): string[] {
  const here = skill.filter(
    ({ path }) => `/${entry}`.endsWith(`/${path}`) || `/${path}`.endsWith(`/${entry}`),
  );
  const same = here.filter(({ content }) => isSame(content, document.content));
  return (same.length > 0 ? same : here.filter(isEvals)).map(({ path }) => path);
}

/**
 * The files of a skill that no sandbox of a task may have: of those that are named, the ones that really hold evals. What the
 * skill itself may use is never withheld, because its author could hide there what it does.
 */
export function withheldEvals(skill: Files, named: readonly string[]): string[] {
  const evals = skill.filter((file) => named.includes(file.path) && isEvals(file));
  const rest = skill.filter((file) => !evals.includes(file));
  for (const file of evals) requireUnused(file, rest);
  return evals.map(({ path }) => path);
}

/** What keeps a suite from being run, for those who import it. */
function usesOf(skill: Files, withheld: readonly string[]): Omit<Loss, 'file'>[] {
  const rest = skill.filter(({ path }) => !withheld.includes(path));
  const evals = skill.filter((file) => withheld.includes(file.path) && isEvals(file));
  return evals.flatMap((file) => {
    const use = useOf(file, rest);
    if (use === null) return [];
    const remedy =
      'Remove the mention from skill/, or the file and its entry under "evals" in suite.yaml: then the skill is measured without it.';
    const detail = `Nothing runs yet: ${file.path} says what the tasks expect, ${use} ${remedy}`;
    return [{ place: '', effect: 'incomplete' as const, detail }];
  });
}

/** Copies of the evals with which an agent can read what is expected. */
export function copiesOfEvals(skill: Files, withheld: readonly string[]): string[] {
  const evals = skill.filter(({ path }) => withheld.includes(path));
  const rest = skill.filter((file) => !evals.includes(file));
  return rest
    .filter(({ content }) => evals.some((one) => isSame(one.content, content)))
    .map(({ path }) => path);
}

/** What there is to say about the skill that is measured. */
export function aboutSkill(skill: Files | null, withheld: readonly string[]): Omit<Loss, 'file'>[] {
  const absent =
    'Nothing can be checked or run yet, because there is no skill around the evals. Put it into the folder skill/, or import with --skill SOURCE.';
  if (skill === null) return [{ place: '', effect: 'incomplete', detail: absent }];
  if (withheld.length === 0) return [];
  const detail = `The sandboxes of tasks go without ${withheld.join(', ')}, which says what is expected.`;
  const uses = usesOf(skill, withheld);
  return [
    ...(uses.length > 0 ? uses : [{ place: '', effect: 'changed' as const, detail }]),
    ...copiesOfEvals(skill, withheld).map((path) => ({
      place: '',
      effect: 'incomplete' as const,
      detail: `The agent can read what is expected: the skill's ${path} is a copy of the evals. Remove it.`,
    })),
  ];
}

function requireUnused(file: Files[number], rest: Files): void {
  const use = useOf(file, rest);
  if (use === null) return;
  throw new AssayError(
    'SKILL_INVALID',
    `The skill's ${file.path} says what its tasks expect, ${use} Change that, or keep the evals outside of the skill.`,
  );
}

function useOf({ path, executable }: Files[number], rest: Files): string | null {
  const reason = executable ? 'it is executable' : mentionOf(path, rest);
  if (reason === null) return null;
  return `so that no sandbox of a task may have it, but the skill seems to use it: ${reason}.`;
}

function mentionOf(path: string, rest: Files): string | null {
  const name = posix.basename(path);
  const users = areForPeople(rest) ? rest.filter((file) => !isForPeople(file)) : rest;
  const user = users.find(({ content }) => asText(content).includes(name));
  return user === undefined ? null : `${user.path} mentions ${name}`;
}

/** Pages about a skill, which speak of its evals to those who work on it. */
const FOR_PEOPLE = /^(?:evals\/)?(?:readme|changelog|contributing)(?:[-_.][\w.-]*)?$/i;
const SPEAKS_OF_THEM = /read[-_ ]?me|change[-_ ]?log|contributing/i;

function isForPeople({ path, executable }: Files[number]): boolean {
  return FOR_PEOPLE.test(path) && !executable;
}

/** As soon as the skill speaks of one of them, it may lead an agent to any of them. */
function areForPeople(files: Files): boolean {
  return files.every((file) => isForPeople(file) || !SPEAKS_OF_THEM.test(asText(file.content)));
}

function asText(content: Uint8Array): string {
  return Buffer.from(content).toString();
}

function isEvals({ path, content }: Files[number]): boolean {
  try {
    readDocument(content, path);
    return true;
  } catch (error) {
    if (error instanceof AssayError) return false;
    throw error;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
