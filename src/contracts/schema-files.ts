import { jsonSchemaOf } from './schemas.ts';

const WRITTEN_BY_PEOPLE = ['suite', 'task', 'script', 'triggers'] as const;

/** The JSON Schemas of what people write in a suite, for its folder `schemas/`: editors complete and check with them. */
export function schemaFiles(): { path: string; content: string }[] {
  return WRITTEN_BY_PEOPLE.map((name) => ({
    path: `schemas/${name}.schema.json`,
    content: `${JSON.stringify(jsonSchemaOf(name), null, 2)}\n`,
  }));
}

/** The first line of a file in a suite, which says where its schema is. `up` leads to the folder of the suite. */
export function schemaLine(name: (typeof WRITTEN_BY_PEOPLE)[number], up: '' | '../'): string {
  return `# yaml-language-server: $schema=${up}schemas/${name}.schema.json\n`;
}
