import { z } from 'zod';
import { RelativePath } from './identifiers.ts';

export const title = z.string().min(1).describe('The claim that holds when this grader passes.');

/** The fields that graders of the content of one file have in common. */
export const content = {
  title,
  path: RelativePath.describe('A file of the workspace.'),
};

export const tolerance = z.number().nonnegative().default(0);

export const Pointer = z
  .string()
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'a JSON pointer, such as /items/*/id')
  .max(1000)
  .describe('A JSON pointer (RFC 6901); `*` stands for any one key or index.');

export function timeoutSeconds(otherwise: number) {
  return z.number().positive().max(600).default(otherwise);
}

export function hasAny<T extends object>(grader: T, keys: readonly (keyof T)[]): boolean {
  return keys.some((key) => grader[key] !== undefined);
}

export function hasOne<T extends object>(grader: T, keys: readonly (keyof T)[]): boolean {
  return keys.filter((key) => grader[key] !== undefined).length === 1;
}
