import { runsSkill } from './runs-skill.ts';
import type { SkillPlace } from './skill-place.ts';
import { touchesSkill } from './touches-skill.ts';

/**
 * How a tool call uses a skill: it calls one of its own tools, it asks for it by name, it certainly runs one of its files, or it reads one if that part of
 * the call is reached.
 */
export type SkillUse = 'calls' | 'loads' | 'runs' | 'reads';

/** The tool that loads a skill, as agents call it: `Skill`, `activate_skill`, `load_skill`. */
const SKILL_TOOL = /skill$/i;

type Call = { tool: string; input: Record<string, unknown> };
type Skill = { name: string; place: SkillPlace; tools?: readonly string[] };

export function usesOf({ tool, input }: Call, { name, place, tools = [] }: Skill): SkillUse | null {
  if (tools.includes(tool)) return 'calls';
  if (SKILL_TOOL.test(tool) && Object.values(input).includes(name)) return 'loads';
  if (runsSkill(input, place)) return 'runs';
  return touchesSkill(input, place) ? 'reads' : null;
}
