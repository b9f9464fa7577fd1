import { z } from 'zod';
import { URI_REFERENCE } from './uri-reference.ts';

/**
 * SARIF 2.1.0 (OASIS), as much of it as is in use here, with what its objects require: a property that is not in the
 * specification, or not in its place, is refused.
 */
const uriReference = z.string().min(1).regex(URI_REFERENCE);

/** A brace that is not doubled begins a placeholder (3.11.5), and a bracket with a parenthesis a link (3.11.6). */
const plainText = z
  .string()
  .min(1)
  .refine((text) => !/[{}]/.test(text.replaceAll('{{', '').replaceAll('}}', '')), 'no placeholder')
  .refine((text) => !/\]\(/.test(text), 'no embedded link');

const message = z.strictObject({ text: plainText });
const level = z.enum(['none', 'note', 'warning', 'error']);

/** 3.49; `security-severity` and its range are GitHub's. */
const reportingDescriptor = z.strictObject({
  id: z.string().min(1),
  shortDescription: message,
  fullDescription: message,
  help: message,
  defaultConfiguration: z.strictObject({ level }),
  properties: z.strictObject({
    tags: z.array(z.string()).refine((tags) => new Set(tags).size === tags.length, 'unique'),
    'security-severity': z
      .string()
      .refine((text) => Number(text) > 0 && Number(text) <= 10)
      .optional(),
  }),
});

/** 3.27, 3.28, 3.29, 3.30, 3.35. */
const result = z.strictObject({
  ruleId: z.string().min(1),
  ruleIndex: z.int().nonnegative(),
  level,
  message,
  locations: z.array(
    z.strictObject({
      physicalLocation: z.strictObject({
        artifactLocation: z.strictObject({ uri: uriReference }),
        region: z.strictObject({ startLine: z.int().positive(), startColumn: z.int().positive() }),
      }),
    }),
  ),
  partialFingerprints: z.record(z.string().regex(/^[^/]+\/v\d+$/), z.string().min(1)),
  suppressions: z.array(
    z.strictObject({
      kind: z.enum(['inSource', 'external']),
      status: z.enum(['accepted', 'underReview', 'rejected']),
      justification: z.string(),
    }),
  ),
  properties: z.record(z.string(), z.unknown()),
});

/** 3.14, 3.18, 3.19, 3.20. Every result names its rule by id and index, and no two rules have the same id. */
const run = z
  .strictObject({
    tool: z.strictObject({
      driver: z.strictObject({
        name: z.string().min(1),
        semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
        rules: z.array(reportingDescriptor),
      }),
    }),
    columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
    invocations: z.array(z.strictObject({ executionSuccessful: z.boolean() })),
    results: z.array(result),
  })
  .refine(({ tool, results }) => {
    const ids = tool.driver.rules.map(({ id }) => id);
    return (
      new Set(ids).size === ids.length && results.every(({ ruleId, ruleIndex }) => ids[ruleIndex] === ruleId)
    );
  }, 'rules with an id of their own, and for each result the one that it names');

/** 3.13. */
export const SarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(run).length(1),
});
