import { z } from 'zod';

/** What `sandbox/read-report.py` prints of the report of a test runner. */
export const TestReport = z.array(
  z.object({ name: z.string(), group: z.string(), status: z.enum(['passed', 'failed', 'skipped']) }),
);
export type TestReport = z.infer<typeof TestReport>;
