import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { parseYaml } from './parse-yaml.ts';

/** Parses a document whose id is the name of its folder, so that anyone who sees one can find the other. */
export function parseNamedYaml<Value extends { id: string }>(
  schema: z.ZodType<Value>,
  text: string,
  file: string,
): Value {
  const folder = basename(dirname(file));
  const value = parseYaml(schema, text, file);
  if (value.id === folder) return value;
  // A schema with a check of its own is compiled anew, which takes longer than the parsing, so only an error has one.
  const named = schema.refine(() => false, { path: ['id'], error: `${folder}, the name of its folder` });
  return parseYaml(named, text, file);
}
