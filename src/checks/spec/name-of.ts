import { normalised } from '../../base/normalised.ts';
import { type ReadSkill, scalarOf } from '../skill/read-skill.ts';

/**
 * The name in the form in which it is compared: composed and trimmed. Null if there is no name to compare.
 */
export function skillNameOf(skill: ReadSkill): string | null {
  const name = normalised(scalarOf(skill, 'name')?.text.trim() ?? '', 'NFKC');
  return name === '' ? null : name;
}
