/** The normative text, and the two first-party programs that read it strictly. */
export const SPECIFICATION = 'Agent Skills specification (agentskills.io/specification)';
export const SKILLS_REF = 'skills-ref, the reference validator (github.com/agentskills/agentskills)';
export const QUICK_VALIDATE = "skill-creator's quick_validate.py (github.com/anthropics/skills)";
