import { z } from 'zod';
import { Severity } from './finding.ts';

/** What a rule says of itself, wherever it is broken. */
export const RuleDescription = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity: Severity,
  raisedBy: z
    .enum(['strict', 'published'])
    .nullable()
    .describe('The option that makes a violation one of high severity.'),
  why: z.string(),
  remedy: z.string(),
  owasp: z.array(z.string()),
  reference: z.string(),
});
export type RuleDescription = z.infer<typeof RuleDescription>;
