import { z } from 'zod';
import { Severity } from './finding.ts';

/** The description of a rule, the same for each of its findings. */
export const RuleDescription = z.strictObject({
  id: z.string(),
  title: z.string(),
  severity: Severity,
  raisedBy: z
    .enum(['strict', 'published'])
    .nullable()
    .describe('The option that raises violations to high severity.'),
  why: z.string(),
  remedy: z.string(),
  owasp: z.array(z.string()),
  reference: z.string(),
});
export type RuleDescription = z.infer<typeof RuleDescription>;
