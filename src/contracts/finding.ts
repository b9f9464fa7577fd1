import { z } from 'zod';

export const Severity = z.enum(['critical', 'high', 'medium', 'low', 'info']);
export type Severity = z.infer<typeof Severity>;

/** A static claim about a skill that does not hold: where, why it matters and what to do. */
export const Finding = z.strictObject({
  rule: z.string(),
  title: z.string(),
  severity: Severity,
  confidence: z.enum(['high', 'medium', 'low']),
  file: z.string(),
  line: z.int().positive(),
  column: z.int().positive(),
  excerpt: z.string().describe('Redacted: never a secret value.'),
  why: z.string(),
  remedy: z.string(),
  owasp: z.array(z.string()),
});
export type Finding = z.infer<typeof Finding>;
