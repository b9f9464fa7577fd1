import { Script, SKILL_PLACEHOLDER } from '../contracts/script.ts';

/** Puts the skill's name into a script, for a run with that skill. */
export function nameSkillIn(script: Script, skillName: string): Script {
  const name = JSON.stringify(skillName).slice(1, -1);
  return Script.parse(JSON.parse(JSON.stringify(script).replaceAll(SKILL_PLACEHOLDER, () => name)));
}
