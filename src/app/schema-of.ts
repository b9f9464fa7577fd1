import { AssayError } from '../base/assay-error.ts';
import { jsonSchemaOf, SCHEMAS, type SchemaName } from '../contracts/schemas.ts';

export const SCHEMA_NAMES = Object.keys(SCHEMAS);

/** The JSON Schema of a published format. */
export function schemaOf(name: string): object {
  if (isSchemaName(name)) return jsonSchemaOf(name);
  throw new AssayError('USAGE', `There is no schema "${name}". Available: ${SCHEMA_NAMES.join(', ')}.`);
}

function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(SCHEMAS, name);
}
