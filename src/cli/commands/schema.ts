import { SCHEMA_NAMES, schemaOf } from '../../app/schema-of.ts';
import { print, printJson } from '../terminal/print.ts';

export function schema(name: string | undefined): void {
  if (name === undefined) print(SCHEMA_NAMES.join('\n'));
  else printJson(schemaOf(name));
}
