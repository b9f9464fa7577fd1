import type { z } from 'zod';
import { fitSchema } from './located-value.ts';
import { type ReadYamlOptions, readYaml } from './read-yaml.ts';

/**
 * Parses a YAML text against a schema. An error names the file, line and column, what was expected and what
 * was found. Aliases are refused, so that a small text cannot expand into a large one.
 */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
  limits: Pick<ReadYamlOptions, 'maxDepth' | 'maxTokens'> = {},
): z.infer<Schema> {
  return fitSchema(schema, readYaml(text, file, limits));
}
