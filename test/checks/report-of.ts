import type { CheckReport } from '../../src/contracts/check-report.ts';
import type { Finding } from '../../src/contracts/finding.ts';

export function findingOf(change: Partial<Finding> = {}): Finding {
  return {
    rule: 'spec/example',
    title: 'An example',
    severity: 'medium',
    confidence: 'high',
    file: 'SKILL.md',
    line: 1,
    column: 1,
    excerpt: 'example',
    why: 'It is one.',
    remedy: 'None is needed.',
    owasp: [],
    ...change,
  };
}

/** A report with these findings and the verdict that is said, not derived. */
export function reportOf(findings: readonly Finding[], change: Partial<CheckReport> = {}): CheckReport {
  return {
    name: 'my-skill',
    source: './my-skill',
    path: '.',
    digest: `sha256:${'0'.repeat(64)}`,
    spec: { valid: true, errors: [], warnings: [] },
    findings: [...findings],
    suppressed: [],
    verdict: 'warn',
    ...change,
  };
}
