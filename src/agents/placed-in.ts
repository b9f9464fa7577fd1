import type { SkillPlace } from '../contracts/agent-settings.ts';
import type { AgentDescription } from './agent.ts';

/** The agent as it finds its skills in the project, or in its home. */
export function placedIn(agent: AgentDescription, place: SkillPlace): AgentDescription {
  if (place === 'home' || agent.projectSkillsDir === null) return agent;
  return { ...agent, skillsDir: agent.projectSkillsDir };
}
