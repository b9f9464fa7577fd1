import type { SkillFolder } from '../contracts/skill.ts';
import { wordsOfUser } from '../contracts/task.ts';
import type { LintedSkill, LintedTask } from './linted-task.ts';

/** Something that an agent can read. */
export type OpenPlace = {
  place: string;
  content: Uint8Array;
  /**
   * What the agent is to work with, what its workspace once was, what answers in the place of the network, files that both
   * arms have, what YAML sets for them, or the skill.
   */
  kind: 'given' | 'history' | 'service' | 'installed' | 'setting' | 'skill';
  /** Whether the user speaks of it, so that the task may be to find something there. */
  isNamed: boolean;
};

/**
 * Lists all that is in an agent's reach before it begins, or comes while it works. What the files of a suite set, of the
 * environment or of answers of the network, is taken with all of its fields, so that none is forgotten.
 */
export function openPlaces(linted: LintedTask, skill: LintedSkill): OpenPlace[] {
  const { task, workspace, arrivals = [], history, answers = [], environment } = linted;
  const said = wordsOfUser(task).toLowerCase();
  const placed = (kind: OpenPlace['kind'], folder: string, files: SkillFolder['files']) =>
    files.map(({ path, content }) => ({
      ...{ kind, content, place: `${folder}${path}` },
      isNamed: path.split('/').some((name) => isSaid(name, said)),
    }));
  const named = (kind: OpenPlace['kind'], place: string, files: SkillFolder['files']) =>
    namesOf(files, said).map((content) => ({ kind, content, place: `a name ${place}`, isNamed: false }));
  const settings = (what: string, value: unknown) =>
    textsIn(value).map(({ path, text }) => ({
      ...{ kind: 'setting' as const, content: Buffer.from([...path, text].join(': ')) },
      place: [what, ...path].join(' '),
      isNamed: [...path, text].some((one) => isSaid(one, said)),
    }));
  const fixtures = task.network?.kind === 'fixtures' ? task.network.fixtures : [];
  const otherNetwork = task.network?.kind === 'fixtures' ? {} : task.network;
  return [
    ...placed('given', 'workspace/', workspace),
    ...named('given', 'in workspace/', workspace),
    ...arrivals.flatMap(({ name, files }) => [
      ...placed('given', `turns/${name}/`, files),
      ...named('given', `in turns/${name}/`, files),
    ]),
    ...[...(history ?? [])].flatMap(([name, files]) => [
      ...placed('history', `history/${name}/`, files),
      ...named('history', `in history/${name}/`, files),
    ]),
    ...(task.git?.commits ?? []).map(({ message }, index) => ({
      ...{ kind: 'history' as const, place: `the message of commit ${index + 1}`, isNamed: true },
      content: Buffer.from(message),
    })),
    ...fixtures.flatMap(({ url, body, ...others }) => [
      service(`the answer to ${url}`, body),
      ...answers
        .filter(({ path }) => path === others.bodyFile)
        .map(({ content }) => service(`the answer to ${url}`, content)),
      service(`the URL ${url}`, url),
      ...settings(`the answer to ${url},`, others),
    ]),
    ...settings('the network,', otherNetwork),
    ...settings('the MCP servers,', task.mcp),
    ...placed('installed', 'environment/', skill.environment),
    ...named('installed', 'in environment/', skill.environment),
    ...placed('installed', "the task's environment/", environment),
    ...named('installed', "in the task's environment/", environment),
    ...settings('the environment,', skill.settings),
    ...settings("the task's environment,", task.environment),
    ...placed('skill', "the skill's ", skill.files),
    ...named('skill', 'of the skill', skill.files),
  ];
}

function service(place: string, said: string | Uint8Array): OpenPlace {
  return { kind: 'service', place, content: Buffer.from(said), isNamed: true };
}

/** The names of files in one text, because a secret may be cut up among them, but for those that the user says. */
function namesOf(files: SkillFolder['files'], said: string): Uint8Array[] {
  const unsaid = files.map(({ path }) => path).filter((path) => !isSaid(path, said));
  return unsaid.length === 0 ? [] : [Buffer.from(unsaid.join('\n'))];
}

/** Every text and number of a value, with the keys that lead there. */
function textsIn(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, text: String(value) }];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

/** A shorter name is a word of any text, unless a slash shows that it is a folder. */
const TELLING_NAME = 3;

/** Whether a text says a name as a whole, and not as a part of other words. */
export function isSaid(name: string, said: string): boolean {
  const sought = name.toLowerCase();
  for (let at = said.indexOf(sought); at !== -1; at = said.indexOf(sought, at + 1)) {
    const [before, after] = [said.charAt(at - 1), said.charAt(at + sought.length)];
    const isFolder = before === '/' || after === '/';
    const isWhole = !/[\p{L}\p{N}_]/u.test(before + after);
    if (isWhole && (isFolder || sought.length >= TELLING_NAME)) return true;
  }
  return false;
}
