import type { Finding, Severity } from '../../contracts/finding.ts';
import type { ReadSkill } from '../skill/read-skill.ts';

/** One static claim about a skill. What it says is the same wherever the claim does not hold. */
export type Rule = {
  /** Stable and readable: reports, suppressions and `assay explain` go by it. */
  id: `${'spec' | 'security' | 'source' | 'site' | 'check'}/${string}`;
  /** The violation in a few words, in the present tense, without a full stop. */
  title: string;
  severity: Severity;
  /** The option that turns a violation into an error, which in a rule of the specification is medium severity. */
  raisedBy?: 'strict' | 'published';
  why: string;
  remedy: string;
  owasp: readonly string[];
  /** Where the rule comes from, for the reader who wants to check it. */
  reference: string;
};

/** A violation as a check saw it. The report adds what the rule says, and redacts and bounds the texts. */
export type RawFinding = {
  rule: Rule;
  /** What is so in this place, where the rule's own title would say too little. */
  title?: string;
  /** High unless said. */
  confidence?: Finding['confidence'];
  file: string;
  line: number;
  column: number;
  excerpt: string;
};

export type Check = {
  /** Every rule that `check` may report. */
  rules: readonly Rule[];
  check(skill: ReadSkill): RawFinding[];
};
