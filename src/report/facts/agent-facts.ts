import type { Permissions } from '../../contracts/agent-settings.ts';
import type { AgentSetup } from '../../contracts/plan.ts';
import type { Fact } from './fact.ts';

/** Says which agent did the work. */
export function agentFacts(setup: AgentSetup): Fact[] {
  return [
    { label: 'Agent', value: showAgent(setup) },
    ...commandFacts(setup.command),
    ...settingFacts(setup.settings),
  ];
}

export function showAgent({ agent, agentVersion, testedVersion }: AgentSetup): string {
  const tested = testedVersion === undefined ? '' : `; Assay is tested with ${testedVersion}`;
  return `${agent} ${agentVersion}${tested}`;
}

/** An agent in short, as the command line names it: with its version if that is not the tested one. */
export function nameAgent({ agent, agentVersion, testedVersion }: AgentSetup): string {
  return testedVersion === undefined ? agent : `${agent}@${agentVersion}`;
}

export function nameSetup(setup: AgentSetup): string {
  return `${nameAgent(setup)} with ${setup.model}`;
}

/** `null` if the agent is the one that Assay is tested with. */
export function otherVersionNotice({ agent, agentVersion, testedVersion }: AgentSetup): string | null {
  if (testedVersion === undefined) return null;
  return `${agent} ${agentVersion} does the work, and Assay is tested with ${testedVersion}: what it needs, sends or does may differ.`;
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

const PERMISSIONS = {
  allow: 'everything is allowed',
  ask: 'the agent asks where it usually does, and nobody answers',
  deny: 'only what the agent asks nobody about',
} as const satisfies Record<Permissions, string>;

function settingFacts(settings: AgentSetup['settings']): Fact[] {
  if (settings === undefined) return [];
  const { permissions, skillPlace, effort, temperature } = settings;
  return [
    { label: 'Permissions', value: PERMISSIONS[permissions] },
    ...(skillPlace === 'home' ? [] : [{ label: 'Skill in', value: 'the project' }]),
    ...(effort === null ? [] : [{ label: 'Effort', value: effort }]),
    ...(temperature === null ? [] : [{ label: 'Temperature', value: String(temperature) }]),
  ];
}
