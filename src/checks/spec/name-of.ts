import { type ReadSkill, scalarOf } from '../skill/read-skill.ts';

/** The name as it is compared: composed and without the spaces around it. Null where there is none to judge. */
export function skillNameOf(skill: ReadSkill): string | null {
  const name = scalarOf(skill, 'name')?.text.trim().normalize('NFKC');
  return name ? name : null;
}
