import type { AgentSetup } from '../../contracts/plan.ts';
import type { Fact } from './fact.ts';

/** Says which agent did the work. */
export function agentFacts({ agent, agentVersion, command }: AgentSetup): Fact[] {
  return [{ label: 'Agent', value: `${agent} ${agentVersion}` }, ...commandFacts(command)];
}

function commandFacts(command: AgentSetup['command']): Fact[] {
  if (command === undefined) return [];
  const { line, resume, provider, skills } = command;
  return [
    { label: 'Command', value: line },
    ...(resume === null ? [] : [{ label: 'Command to go on', value: resume }]),
    { label: 'Program', value: `asks a model of ${provider}, looks for skills in ~/${skills}` },
  ];
}
