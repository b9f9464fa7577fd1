import type { SkillFolder } from '../contracts/skill.ts';
import { wordsOfUser } from '../contracts/task.ts';
import type { LintedSkill, LintedTask } from './linted-task.ts';

/** Something that an agent can read. */
export type OpenPlace = {
  place: string;
  content: Uint8Array;
  /** What the agent is to work with, what answers in the place of the network, what both arms have, or the skill. */
  kind: 'given' | 'service' | 'installed' | 'skill';
  /** Whether the user speaks of it, so that the task may be to find something there. */
  isNamed: boolean;
};

export function openPlaces(linted: LintedTask, skill: LintedSkill): OpenPlace[] {
  const { task, workspace, arrivals = [], environment } = linted;
  const said = wordsOfUser(task).toLowerCase();
  const placed = (kind: OpenPlace['kind'], folder: string, files: SkillFolder['files']) =>
    files.map(({ path, content }) => ({
      ...{ kind, content, place: `${folder}${path}` },
      isNamed: path.split('/').some((name) => isSaid(name, said)),
    }));
  const valued = (what: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => ({
      ...{ kind: 'installed' as const, content: Buffer.from(`${name}: ${value}`), place: `${what} ${name}` },
      isNamed: isSaid(name, said),
    }));
  const fixtures = task.network?.kind === 'fixtures' ? task.network.fixtures : [];
  return [
    ...placed('given', 'workspace/', workspace),
    ...arrivals.flatMap(({ name, files }) => placed('given', `turns/${name}/`, files)),
    ...fixtures.map(({ url, body }) => ({
      ...{ kind: 'service' as const, content: Buffer.from(body), isNamed: true },
      place: `the answer to ${url}`,
    })),
    ...placed('installed', 'environment/', skill.environment),
    ...placed('installed', "the task's environment/", environment),
    ...fixtures.flatMap(({ url, headers }) => valued(`the answer to ${url}, header`, headers)),
    ...valued('the environment, variable', skill.variables ?? {}),
    ...valued("the task's environment, variable", task.environment?.variables ?? {}),
    ...placed('skill', "the skill's ", skill.files),
  ];
}

/** A shorter name is a word of any text, unless a slash shows that it is a folder. */
const TELLING_NAME = 3;

/** Whether a text says a name as a whole, and not as a part of other words. */
function isSaid(name: string, said: string): boolean {
  const sought = name.toLowerCase();
  for (let at = said.indexOf(sought); at !== -1; at = said.indexOf(sought, at + 1)) {
    const [before, after] = [said.charAt(at - 1), said.charAt(at + sought.length)];
    const isFolder = before === '/' || after === '/';
    const isWhole = !/[\p{L}\p{N}_]/u.test(before + after);
    if (isWhole && (isFolder || sought.length >= TELLING_NAME)) return true;
  }
  return false;
}
