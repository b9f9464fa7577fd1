import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SKILL_FILES } from '../checks/skill/read-skill.ts';

/** Whether a path is in the folder of a skill, so that whoever wrote the skill has chosen what lies there. */
export function liesInSkill(path: string): boolean {
  const places = [resolve(path), ...(existsSync(path) ? [realpathSync(path)] : [])];
  return places.flatMap(withAncestors).some(holdsSkill);
}

export function holdsSkill(folder: string): boolean {
  return SKILL_FILES.some((name) => existsSync(join(folder, name)));
}

function withAncestors(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...withAncestors(above)];
}
