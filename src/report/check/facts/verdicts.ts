import type { CheckReport } from '../../../contracts/check-report.ts';
import type { Wording } from '../../facts/wording.ts';

export const VERDICTS = {
  pass: { label: 'pass', tone: 'good' },
  warn: { label: 'warn', tone: 'warn' },
  fail: { label: 'fail', tone: 'bad' },
  error: { label: 'not checked', tone: 'bad' },
} as const satisfies Record<CheckReport['verdict'], Wording>;
