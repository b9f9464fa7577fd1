/** The specification of `skill.yaml`. */
export const UNIVERSAL_SPECIFICATION =
  'Universal skill specification (github.com/artificial-intelligence-first/ssot, docs/AGENT_SKILL.md)';
