import { shellQuote } from '../../base/shell-quote.ts';
import type { McpServer } from '../../contracts/mcp-server.ts';
import { PACKAGE_FOLDER } from '../../sandbox/image/recipe.ts';
import { codexToolName } from '../../traffic/streams/codex-tool-name.ts';
import type { ProgramAgent, ProgramAssignment, Releases } from '../agent.ts';
import { pinned } from './pinned.ts';

const ID = 'codex';
const VERSION = '0.169.0';

const RELEASES: Releases = {
  package: '@openai/codex',
  specs: (version) => ({
    amd64: `@openai/codex@${version}-linux-x64`,
    arm64: `@openai/codex@${version}-linux-arm64`,
  }),
};

/** Its model has to ask again for the output of a command that takes longer; if it does not say how long, of one that takes 10 s. */
const LONGEST_YIELD_MS = 30_000;

const FLAGS = [
  '--json --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox',
  '--disable apps --disable plugins -c features.goals=false -c skills.bundled.enabled=false -c web_search=disabled',
  '-c check_for_update_on_startup=false -c analytics.enabled=false -c feedback.enabled=false',
  '-c model_provider=gateway',
].join(' ');

function providerAt(baseUrl: string): string {
  const retries = 'request_max_retries=1,stream_max_retries=1';
  return `{name="gateway",base_url="${baseUrl}",env_key="GATEWAY_TOKEN",wire_api="responses",${retries}}`;
}

/** Codex without a screen, over OpenAI Responses. A skill is used by reading its files: there is no tool for it. */
export const codex: ProgramAgent = {
  kind: 'program',
  id: ID,
  title: 'Codex',
  version: VERSION,
  provider: 'openai',
  wire: 'openai-responses',
  skillsDir: '/home/agent/.codex/skills',
  projectSkillsDir: '/workspace/.agents/skills',
  ownState: [
    ...['.sandbox_migration', 'installation_id', 'version.json', 'models_cache.json', 'history.jsonl'],
    ...['*.sqlite', '*.sqlite-shm', '*.sqlite-wal', 'session_index.jsonl'],
    ...['cache', 'log', 'sessions', 'shell_snapshots', 'thread-writer-locks', 'tmp'],
  ].map((name) => `/home/agent/.codex/${name}`),
  settings: {
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    hasTemperature: false,
    alwaysAllows:
      'it runs what is not allowed in a sandbox of its own, whose namespaces do not exist in a sandbox',
  },
  shownUse: 'a command that runs or reads the skill’s files',
  opening: { listed: [], linesAround: 7 },
  ownTexts: () => [],
  sideRequests: { withoutTools: true, subAgents: true },
  stream: async () => (await import('../../traffic/streams/codex-stream.ts')).codexStream,
  image: {
    agent: ID,
    version: VERSION,
    testedVersion: VERSION,
    memoryMib: 128,
    processes: 128,
    // Speech, with a media framework of its own.
    leftOut: ['vendor/*/codex-resources/voice'],
    packages: pinned(RELEASES.specs(VERSION), {
      amd64:
        'sha512-o05NyAOCDygSPRo1yinzxvkRSdmsZyBD9E7mbpmjRanSfM8lypqWtQgEo4XfNkwhuCR2aFu8mlGOsQGFXVbVww==',
      arm64:
        'sha512-NZ/DaQUpcQmxmqee7Z9uC1rzw3GhSbooawcaTe1LN5Yk+WlinUKGdTXJgClRT/9ogQEEM9TWxYzvxPfj5G/xFg==',
    }),
  },
  releases: RELEASES,
  tools: {
    bash: (cmd) => ({ tool: 'exec_command', input: { cmd, yield_time_ms: LONGEST_YIELD_MS } }),
    skill: (name, skillsDir) => ({
      tool: 'exec_command',
      input: { cmd: `cat ${skillsDir}/${name}/SKILL.md` },
    }),
    mcp: ({ server, tool, arguments: input }) => ({
      tool: codexToolName(server, tool),
      input,
    }),
  },
  command: (assignment) =>
    commandLine(assignment, assignment.user === undefined ? 'exec --ephemeral' : 'exec'),
  resume: (assignment) => commandLine(assignment, 'exec resume --last'),
};

function commandLine(
  { prompt, model, servers, settings, sandbox, gateway }: ProgramAssignment,
  subcommand: string,
): string {
  const effort = settings.effort === null ? '' : `-c model_reasoning_effort=${settings.effort}`;
  const provider = `model_providers.gateway=${providerAt(`${sandbox.gatewayUrl}/v1`)}`;
  return [
    `GATEWAY_TOKEN=${gateway.token} exec ${PACKAGE_FOLDER}/vendor/*/bin/codex ${subcommand} ${FLAGS} ${effort}`,
    ...servers.map((server) => `-c ${shellQuote(settingOf(server))}`),
    `-c ${shellQuote(provider)} -m ${shellQuote(model)} ${shellQuote(prompt)} </dev/null`,
  ].join(' ');
}

/** Far more than a server takes to start, even on a machine that has much else to do. */
const START_SECONDS = 60;

/**
 * A string of JSON is one of TOML too. Codex would ask its model without the tools of a server that is not ready yet, so that
 * the first request would depend on how quick the machine is.
 */
function settingOf(server: McpServer): string {
  const settings = { ...placeOf(server), required: 'true', startup_timeout_sec: `${START_SECONDS}` };
  return `mcp_servers.${server.name}=${tableOf(settings)}`;
}

function placeOf(server: McpServer): Record<string, string> {
  if ('url' in server) return { url: JSON.stringify(server.url) };
  const [command, ...args] = server.command;
  const variables = Object.entries(server.env).map(([name, value]) => [name, JSON.stringify(value)]);
  const env = tableOf(Object.fromEntries(variables));
  return { command: JSON.stringify(command), args: JSON.stringify(args), env };
}

function tableOf(values: Readonly<Record<string, string>>): string {
  const entries = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return `{${entries.join(',')}}`;
}
