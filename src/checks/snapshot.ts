import { digestOf } from '../base/digest.ts';
import type { Skill, SkillFile, SkillFolder } from '../contracts/skill.ts';
import { type ReadSkill, readSkill, scalarOf } from './skill/read-skill.ts';

/** Identifies the exact content of a folder. A caller that has already read the skill passes it in. */
export function snapshotOf(folder: SkillFolder, skill: ReadSkill = readSkill(folder)): Skill {
  const files = folder.files.map(fileOf).sort(byPathBytes);
  return {
    name: scalarOf(skill, 'name')?.text.trim() || (folder.folder ?? folder.source),
    description: scalarOf(skill, 'description')?.text.trim() ?? '',
    source: folder.source,
    digest: digestOf(files.map(lineOf).join('')),
    files,
  };
}

/**
 * The input of the digest: for each file, in the order of its path's UTF-8 bytes, `100755` or `100644`, a
 * space, the SHA-256 of its bytes in hex, a space, its path in UTF-8, and a zero byte, which no path can
 * contain.
 */
function lineOf({ path, executable, digest }: SkillFile): string {
  return `${executable ? '100755' : '100644'} ${digest.slice('sha256:'.length)} ${path}\0`;
}

function fileOf({ path, executable, content }: SkillFolder['files'][number]): SkillFile {
  return { path, executable, size: content.length, digest: digestOf(content) };
}

function byPathBytes(a: SkillFile, b: SkillFile): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));
}
