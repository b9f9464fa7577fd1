import type { Finding, Severity } from '../../contracts/finding.ts';
import type { ReadSkill } from '../skill/read-skill.ts';

/** One static claim about a skill. Its texts are the same wherever the claim does not hold. */
export type Rule = {
  /** Stable and readable: reports, suppressions and `assay explain` refer to rules by id. */
  id: `${'spec' | 'manifest' | 'security' | 'source' | 'site' | 'check'}/${string}`;
  /** The violation in a few words, in the present tense, without a full stop. */
  title: string;
  severity: Severity;
  /** The option that makes a violation an error; for a rule of the specification, that is medium severity. */
  raisedBy?: 'strict' | 'published';
  why: string;
  remedy: string;
  owasp: readonly string[];
  /** The origin of the rule, for a reader who wants to check it. */
  reference: string;
};

/** A violation as a check saw it. The report adds the rule's texts, and redacts and shortens all texts. */
export type RawFinding = {
  rule: Rule;
  /** A title for this place, if the rule's own title would say too little. */
  title?: string;
  /** High unless given. */
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
