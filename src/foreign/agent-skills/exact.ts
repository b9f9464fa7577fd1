import type { z } from 'zod';
import type { GraderSpec } from '../../contracts/grader-spec.ts';
import type { Files } from '../foreign-format.ts';

/** A grader that decides one claim by itself, without its title, and the files that it needs in `grade/`. */
export type Exact = {
  spec: WithoutTitle<Exclude<z.input<typeof GraderSpec>, { kind: 'group' }>>;
  grade: Files;
};

type WithoutTitle<Spec> = Spec extends unknown ? Omit<Spec, 'title'> : never;

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

export type Wording = {
  contains?: string[];
  lacks?: string[];
  matches?: string[];
  ignore?: ('case' | 'spaces')[];
};

/** Texts of a file, or of the agent's answer if there is none. */
export function says(path: string | null, wording: Wording): Exact {
  const spec = path === null ? { kind: 'answer' as const } : { kind: 'text' as const, path };
  return { spec: { ...spec, ...wording }, grade: [] };
}
