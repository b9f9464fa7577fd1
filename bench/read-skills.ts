import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SkillFolder } from '../src/contracts/skill.ts';

/** Every folder below a root that holds skills, as it lies on disk. */
export function readSkills(root: string): SkillFolder[] {
  return readdirSync(root)
    .sort()
    .map((name) => ({ source: name, folder: name, files: readFiles(join(root, name)) }));
}

export function readFiles(folder: string): SkillFolder['files'] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths
    .filter((path) => statSync(path).isFile())
    .map((path) => ({
      path: relative(folder, path),
      executable: (statSync(path).mode & 0o111) !== 0,
      content: new Uint8Array(readFileSync(path)),
    }));
}
