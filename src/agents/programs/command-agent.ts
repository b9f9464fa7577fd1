import { shellQuote } from '../../base/shell-quote.ts';
import { type AgentCommand, type CommandWord, replaceWords, wordsIn } from '../../contracts/agent-command.ts';
import type { ProviderId } from '../../contracts/providers.ts';
import { HOME, WORKSPACE } from '../../contracts/sandbox-places.ts';
import type { CommandAgent, ProgramAssignment } from '../agent.ts';
import { mcpServers } from './mcp-servers.ts';

export const COMMAND_AGENT = 'command';

/** The version of the contract in `docs/agents.md`. */
const CONTRACT_VERSION = '1';

/** The address at which clients of a provider ask, and the variables in which they look for it and for the key. */
const ACCESS = {
  anthropic: { path: '', url: 'ANTHROPIC_BASE_URL', key: 'ANTHROPIC_API_KEY' },
  openai: { path: '/v1', url: 'OPENAI_BASE_URL', key: 'OPENAI_API_KEY' },
  gemini: { path: '', url: 'GOOGLE_GEMINI_BASE_URL', key: 'GEMINI_API_KEY' },
} as const satisfies Record<ProviderId, { path: string; url: string; key: string }>;

/** Any program of the suite's environment, run by a command line that the user gives. */
export function commandAgent({ line, resume, provider, skills }: AgentCommand): CommandAgent {
  const words = wordsIn(line);
  return {
    kind: 'program',
    id: COMMAND_AGENT,
    title: 'The program of --agent-command',
    version: CONTRACT_VERSION,
    provider,
    wire: null,
    skillsDir: `${HOME}/${skills}`,
    projectSkillsDir: `${WORKSPACE}/${skills}`,
    settings: {
      efforts: words.includes('effort') ? 'any' : [],
      hasTemperature: words.includes('temperature'),
      ...(words.includes('permissions')
        ? {}
        : { alwaysAllows: 'its command line does not say {permissions}' }),
    },
    shownUse: 'a call that runs or reads the skill’s files, or a tool that brings its text',
    opening: null,
    ownTexts: () => [],
    image: null,
    tools: {
      bash: (command) => ({ tool: 'bash', input: { command } }),
      skill: (name, skillsDir) => ({ tool: 'bash', input: { command: `cat ${skillsDir}/${name}/SKILL.md` } }),
      mcp: ({ server, tool, arguments: input }) => ({ tool: `mcp__${server}__${tool}`, input }),
    },
    command: (assignment) => commandLine(line, assignment, provider),
    ...(resume === null ? {} : { resume: (assignment) => commandLine(resume, assignment, provider) }),
  };
}

/** A prompt that the line does not name comes on standard input, which is empty otherwise. */
function commandLine(
  line: string,
  { prompt, model, skillsDir, servers, settings, sandbox, gateway }: ProgramAssignment,
  provider: ProviderId,
): string {
  const access = ACCESS[provider];
  const baseUrl = `${sandbox.gatewayUrl}${access.path}`;
  const words = {
    ...{ prompt, model, skills: skillsDir, baseUrl },
    permissions: settings.permissions,
    effort: settings.effort ?? '',
    temperature: String(settings.temperature ?? ''),
  } satisfies Record<CommandWord, string>;
  const variables = {
    ...{ AGENT_PROMPT: prompt, AGENT_MODEL: model, AGENT_SKILLS: skillsDir },
    ...{ AGENT_BASE_URL: baseUrl, AGENT_TOKEN: gateway.token },
    ...(servers.length === 0
      ? {}
      : { AGENT_MCP_SERVERS: JSON.stringify({ mcpServers: mcpServers(servers) }) }),
    ...{ [access.url]: baseUrl, [access.key]: gateway.token },
  };
  const exported = Object.entries(variables).map(([name, value]) => `${name}=${shellQuote(value)}`);
  const values = new Map<string, string>(Object.entries(words));
  const program = `exec bash -c ${shellQuote(replaceWords(line, (word) => shellQuote(values.get(word) ?? '')))}`;
  const started = wordsIn(line).includes('prompt')
    ? `${program} </dev/null`
    : `${program} < <(printf %s "$AGENT_PROMPT")`;
  return `export ${exported.join(' ')}; ${started}`;
}
