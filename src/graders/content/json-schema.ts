import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { compilePattern } from '../../base/compile-pattern.ts';
import type { JsonSchemaGrader } from '../../contracts/data-grader.ts';
import { type ContentVerdict, fail, givenText, pass, readText } from './content-verdict.ts';

/** Validates a JSON document against the schema that the suite gives. */
export function jsonSchema(
  { path, schemaFile }: JsonSchemaGrader,
  found: Uint8Array,
  given: Uint8Array | null,
): ContentVerdict {
  const validate = validatorOf(schemaFile, givenText(schemaFile, given));
  const file = readText(path, found);
  if ('fault' in file) return fail(file.fault);
  try {
    const isValid = validate(JSON.parse(file.text));
    return isValid ? pass(`${path} is as the schema says`) : fail(`${path}: ${complaintOf(validate)}`);
  } catch (error) {
    if (error instanceof RangeError) return fail(`${path} is nested too deeply`);
    if (error instanceof SyntaxError) return fail(`${path} is not JSON: ${messageOf(error)}`);
    throw error;
  }
}

const DRAFT_07 = /"\$schema"\s*:\s*"https?:\/\/json-schema\.org\/draft-07\//;

function validatorOf(file: string, text: string): ValidateFunction {
  const options = {
    strict: false,
    ownProperties: true,
    validateFormats: false,
    logger: false as const,
    code: { regExp: withoutBacktracking },
  };
  const ajv = DRAFT_07.test(text) ? new Ajv(options) : new Ajv2020(options);
  try {
    return ajv.compile(JSON.parse(text));
  } catch (error) {
    throw new AssayError(
      'GRADER_FAILED',
      `grade/${file} is no JSON Schema that can be used: ${messageOf(error)}.`,
    );
  }
}

/**
 * Patterns meet what an agent left, so that a backtracking engine could be kept busy for hours. Ajv tells compiled patterns
 * apart by their texts.
 */
const withoutBacktracking = Object.assign(
  (pattern: string) => ({ ...compilePattern(pattern, { isByLine: false }), toString: () => pattern }),
  { code: 'RE2' },
);

function complaintOf({ errors }: ValidateFunction): string {
  const [first] = errors ?? [];
  const place = first?.instancePath === '' ? 'the document' : first?.instancePath;
  return `${place} ${first?.message ?? 'is not valid'}`;
}
