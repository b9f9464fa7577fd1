import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import type { Files } from '../foreign-format.ts';

/** A grader that decides one claim by itself, without its title, and the files that it needs in `grade/`. */
export type Exact = {
  spec: WithoutTitle<Exclude<z.input<typeof GraderSpec>, { kind: 'group' }>>;
  grade: Files;
};

type WithoutTitle<Spec> = Spec extends unknown ? Omit<Spec, 'title'> : never;

/** Exact graders that must all pass, or of which one is enough. */
export type Decided = { exact: Exact[]; isAnyEnough: boolean };

/** Any value at all is valid by this schema, as long as it is JSON. */
const ANY_JSON = { path: 'any.schema.json', executable: false, content: new TextEncoder().encode('{}\n') };

export function fileExists(path: string): Exact {
  return { spec: { kind: 'file-content', path, matches: '^' }, grade: [] };
}

export function fileIsAbsent(path: string): Exact {
  return { spec: { kind: 'file-content', path, absent: true }, grade: [] };
}

export function fileMatches(path: string, pattern: string): Exact {
  return { spec: { kind: 'file-content', path, matches: pattern }, grade: [] };
}

export function fileIsJson(path: string): Exact {
  return { spec: { kind: 'json-schema', path, schemaFile: ANY_JSON.path }, grade: [ANY_JSON] };
}

/** A command of an author, which runs where grading does: without a network, on a copy of what the agent left. */
export function commandExits(command: string, exitCode: number): Exact {
  return { spec: { kind: 'command-exit', command, exitCode }, grade: [] };
}

export type Wording = {
  contains?: string[];
  lacks?: string[];
  matches?: string[];
  matchesNone?: string[];
  ignore?: ('case' | 'spaces')[];
};

/** Texts of a file, or of the agent's answer if there is none. */
export function says(path: string | null, wording: Wording): Exact {
  const spec = path === null ? { kind: 'answer' as const } : { kind: 'text' as const, path };
  return { spec: { ...spec, ...wording }, grade: [] };
}

/** The opposite of a claim; `null` if no grader decides that. */
export function negated({ exact }: Decided): Decided | null {
  const [only, ...others] = exact;
  if (only === undefined || others.length > 0) return null;
  const { spec } = only;
  const opposite = (one: Exact): Decided => ({ exact: [one], isAnyEnough: false });
  if (spec.kind === 'file-content' && spec.matches === '^') return opposite(fileIsAbsent(spec.path));
  if (spec.kind !== 'text' && spec.kind !== 'answer') return null;
  const { contains = [], lacks = [], matches = [], matchesNone = [], ...rest } = spec;
  if (lacks.length + matchesNone.length > 0 || contains.length + matches.length !== 1) return null;
  const wording = contains.length > 0 ? { lacks: contains } : { matchesNone: matches };
  return opposite({ spec: { ...rest, ...wording }, grade: [] });
}
