import type { ContentGraderSpec } from '../../contracts/grader-spec.ts';
import type { ContentVerdict, JudgeContent } from './content-verdict.ts';
import { csvEquals } from './csv-equals.ts';
import { fileContent } from './file-content.ts';
import { jsonEquals } from './json-equals.ts';
import { jsonSchema } from './json-schema.ts';
import { pdf } from './pdf.ts';
import { picture } from './picture.ts';
import { text } from './text.ts';

type Kind = ContentGraderSpec['kind'];
/** A mapped type, because only then can the compiler infer the judge from its kind. */
type SpecOf<K extends Kind> = { [One in K]: Extract<ContentGraderSpec, { kind: One }> & { kind: One } }[K];

const JUDGES: { readonly [K in Kind]: JudgeContent<SpecOf<K>> } = {
  'csv-equals': csvEquals,
  'file-content': fileContent,
  'json-equals': jsonEquals,
  'json-schema': jsonSchema,
  pdf,
  picture,
  text,
};

/** What a grader is to judge: one file that an agent left, and the file of `grade/` that the grader names, if it names one. */
export type ContentTask<K extends Kind = Kind> = {
  spec: SpecOf<K>;
  found: Uint8Array;
  given: Uint8Array | null;
};

/** Judges what a file contains. It runs in a thread of its own: a file may take seconds to read. */
export function judgeContent<K extends Kind>({
  spec,
  found,
  given,
}: ContentTask<K>): ContentVerdict | Promise<ContentVerdict> {
  return JUDGES[spec.kind](spec, found, given);
}
