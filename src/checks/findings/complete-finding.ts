import type { Finding } from '../../contracts/finding.ts';
import { excerptOf } from './excerpt.ts';
import type { RawFinding, Rule } from './rule.ts';

/**
 * `strict` makes an error of what readers of skills disagree on; `published`, of what only a local skill may
 * have.
 */
export type Rigour = { strict?: boolean; published?: boolean };

/** Completes a check's finding with the texts of its rule, in a form that is safe to print. */
export function completeFinding(raw: RawFinding, rigour: Rigour): Finding {
  const { rule } = raw;
  return {
    rule: rule.id,
    title: excerptOf(raw.title ?? rule.title),
    severity: severityOf(rule, rigour),
    confidence: raw.confidence ?? 'high',
    file: raw.file,
    line: raw.line,
    column: raw.column,
    excerpt: excerptOf(raw.excerpt),
    why: rule.why,
    remedy: rule.remedy,
    owasp: [...rule.owasp],
  };
}

function severityOf(rule: Rule, rigour: Rigour): Finding['severity'] {
  return rule.raisedBy !== undefined && rigour[rule.raisedBy] ? 'medium' : rule.severity;
}
