import { checkSkill } from '../../src/checks/check-skill.ts';
import type { Rigour } from '../../src/checks/findings/complete-finding.ts';
import type { Finding } from '../../src/contracts/finding.ts';
import type { SkillFolder } from '../../src/contracts/skill.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const OK = 'name: my-skill\ndescription: Use when a test needs a skill.';

/** A skill in memory: texts are written as UTF-8, bytes as they are. */
export function skillFolder(files: Record<string, string | Bytes>, folder = 'my-skill'): SkillFolder {
  return {
    source: `./${folder}`,
    folder,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      executable: false,
      content: typeof content === 'string' ? new TextEncoder().encode(content) : content,
    })),
  };
}

/** A skill of one `SKILL.md`, as it stands. */
export function skillOf(text: string | Bytes, folder?: string): SkillFolder {
  return skillFolder({ 'SKILL.md': text }, folder);
}

/** A skill with that frontmatter, closed, and a body. */
export function skillWith(frontmatter: string, folder?: string): SkillFolder {
  return skillOf(`---\n${frontmatter}\n---\nBody\n`, folder);
}

/** What the specification's checks find, as `rule line:column`, in the order of the report. */
export function specFindings(folder: SkillFolder, rigour: Rigour = {}): string[] {
  return findingsOf(folder, rigour).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
}

export function specRules(folder: SkillFolder, rigour: Rigour = {}): string[] {
  return findingsOf(folder, rigour).map(({ rule }) => rule);
}

function findingsOf(folder: SkillFolder, rigour: Rigour): Finding[] {
  return checkSkill(folder, rigour).findings.filter(({ rule }) => rule.startsWith('spec/'));
}
