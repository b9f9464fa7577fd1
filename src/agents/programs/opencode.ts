import { shellQuote } from '../../base/shell-quote.ts';
import type { McpServer } from '../../contracts/mcp-server.ts';
import { PACKAGE_FOLDER } from '../../sandbox/image/recipe.ts';
import type { ProgramAgent, ProgramAssignment, Releases } from '../agent.ts';
import { pinned } from './pinned.ts';

const ID = 'opencode';
const VERSION = '1.18.18';

const RELEASES: Releases = {
  package: 'opencode-ai',
  specs: (version) => ({
    amd64: `opencode-linux-x64-baseline@${version}`,
    arm64: `opencode-linux-arm64@${version}`,
  }),
};

/** Its conversation would be left in a database, with whatever its tools have read. What goes on with the conversation needs it. */
const WITHOUT_SESSION = 'OPENCODE_DB=:memory:';

const CATALOGUE = '~/.config/opencode/models.json';

const SETTINGS = [
  `OPENCODE_MODELS_PATH=${CATALOGUE}`,
  'OPENCODE_DISABLE_AUTOUPDATE=1',
  'OPENCODE_DISABLE_MODELS_FETCH=1',
  'OPENCODE_DISABLE_LSP_DOWNLOAD=1',
  'OPENCODE_DISABLE_DEFAULT_PLUGINS=1',
  'OPENCODE_DISABLE_SHARE=1',
  // Plugins would be part of the program.
  'OPENCODE_PURE=1',
  // It would unpack libraries for them to `/tmp`, where what the agent runs could change the code of the program.
  'OPENCODE_EXPERIMENTAL_DISABLE_FILEWATCHER=1',
  'OPENCODE_DISABLE_FFF=1',
].join(' ');

const SDK = '@ai-sdk/openai-compatible';

const CODE_FOLDERS = '{plugin,plugins,tool,tools,opencode.json,opencode.jsonc}';

/**
 * No switch keeps all plugins and tools out of the program that a folder or a configuration brings. What ran before a later start may
 * have put them there, to ask the model as the program: it does not start again then.
 */
const WITHOUT_FOREIGN_CODE = [
  `for code in ~/.config/opencode/${CODE_FOLDERS} ~/.config/opencode/config{,.json}`,
  `{~,/workspace}/.opencode/${CODE_FOLDERS} /workspace/opencode.json{,c};`,
  'do if [ -e "$code" ] || [ -L "$code" ]; then echo "opencode would load $code" >&2; exit 1; fi; done',
].join(' ');

/** It would install this package for plugins, which a run has none of, unless it takes it for installed. */
function withoutRegistry(version: string): string {
  const installed = { packages: { '': { dependencies: { '@opencode-ai/plugin': version } } } };
  return `mkdir -p ~/.config/opencode/node_modules && printf %s ${shellQuote(JSON.stringify(installed))} > ~/.config/opencode/package-lock.json`;
}

/** It would read all models of all providers at each start, for a second of a processor, to use none of them. */
const WITHOUT_CATALOGUE = `printf '{}' > ${CATALOGUE}`;

/** opencode without a screen, over Chat Completions. */
export const opencode: ProgramAgent = {
  kind: 'program',
  id: ID,
  title: 'opencode',
  version: VERSION,
  provider: 'openai',
  wire: 'openai-chat',
  skillsDir: '/home/agent/.config/opencode/skills',
  projectSkillsDir: '/workspace/.opencode/skills',
  ownState: [
    ...['bin/', 'models.json', 'version'].map((name) => `/home/agent/.cache/opencode/${name}`),
    ...['.gitignore', 'models.json', 'package-lock.json', 'node_modules/'].map(
      (name) => `/home/agent/.config/opencode/${name}`,
    ),
    ...['log', 'opencode.db*', 'repos/', 'snapshot', 'storage', 'tool-output'].map(
      (name) => `/home/agent/.local/share/opencode/${name}`,
    ),
    '/home/agent/.local/state/opencode',
    // It may unpack a library of its own there.
    ...['/tmp/opencode', '/tmp/.*-00000000.so', '/workspace/.opencode/.gitignore'],
  ],
  settings: {
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    hasTemperature: true,
  },
  shownUse: 'its `skill` tool, with the text of the skill, or a call that runs or reads its files',
  opening: { listed: ['customize-opencode'], linesAround: 0 },
  ownTexts: () => [],
  sideRequests: { withoutTools: true, subAgents: true },
  // It fails for any error that it has shown, also for those that it has overcome.
  exitCodeOnceFull: 1,
  stream: async () => (await import('../../traffic/streams/opencode-stream.ts')).opencodeStream,
  image: {
    agent: ID,
    version: VERSION,
    testedVersion: VERSION,
    memoryMib: 768,
    // Its bare start takes far longer with one.
    cpus: 2,
    processes: 128,
    leftOut: [],
    packages: pinned(RELEASES.specs(VERSION), {
      amd64:
        'sha512-6GvFarhP0pDiXcE9Au8PWoqb9+ZLBIGKrhZxeVAmOJp/gJ8lLL1Eno8O1qpqRb1KjOfOaOD71jHu9xNaqmjEtw==',
      arm64:
        'sha512-e8D3g0qJEIzawEg2+ygW3vkZjAYL2ssyAx4GbihjwXwZFvlZZy5zRWWzdz5KLBoHSTl0FB73vNtnNeXONyHpVQ==',
    }),
  },
  releases: RELEASES,
  tools: {
    bash: (command) => ({ tool: 'bash', input: { command, description: 'Runs it' } }),
    skill: (name) => ({ tool: 'skill', input: { name } }),
    mcp: ({ server, tool, arguments: input }) => ({ tool: `${server}_${tool}`, input }),
  },
  command: (assignment) => commandLine(assignment, '--title task'),
  resume: (assignment) => `${WITHOUT_FOREIGN_CODE}; ${commandLine(assignment, '--continue')}`,
};

function commandLine(assignment: ProgramAssignment, session: string): string {
  const { prompt, model, settings, gateway } = assignment;
  const kept = assignment.user === undefined ? WITHOUT_SESSION : '';
  const auto = settings.permissions === 'allow' ? '--auto' : '';
  const config = configFor(assignment);
  return [
    // At each start: what ran before a later one may have changed them.
    `${withoutRegistry(assignment.version)} && ${WITHOUT_CATALOGUE} &&`,
    `GATEWAY_TOKEN=${gateway.token} OPENCODE_CONFIG_CONTENT=${shellQuote(JSON.stringify(config))} ${SETTINGS} ${kept}`,
    `exec ${PACKAGE_FOLDER}/bin/opencode run --format json ${auto} ${session} -m ${shellQuote(`gateway/${model}`)}`,
    // It would quote a prompt that is an argument.
    `< <(printf %s ${shellQuote(prompt)})`,
  ].join(' ');
}

function configFor({ model, servers, settings, sandbox }: ProgramAssignment): object {
  const { effort, temperature } = settings;
  const provider = {
    npm: SDK,
    name: 'gateway',
    options: { baseURL: `${sandbox.gatewayUrl}/v1`, apiKey: '{env:GATEWAY_TOKEN}' },
    models: {
      [model]: {
        name: model,
        tool_call: true,
        // A configuration in the workspace could name a file for it, which would be part of the program.
        provider: { npm: SDK },
        ...(effort === null ? {} : { reasoning: true, options: { reasoningEffort: effort } }),
        ...(temperature === null ? {} : { temperature: true }),
      },
    },
  };
  return {
    provider: { gateway: provider },
    small_model: `gateway/${model}`,
    ...(temperature === null ? {} : { agent: { build: { temperature } } }),
    permission: settings.permissions,
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    ...(servers.length === 0 ? {} : { mcp: mcpServers(servers) }),
  };
}

function mcpServers(servers: readonly McpServer[]): object {
  const entries = servers.map((server) => [
    server.name,
    'url' in server
      ? { type: 'remote', url: server.url, oauth: false }
      : { type: 'local', command: server.command, environment: server.env },
  ]);
  return Object.fromEntries(entries);
}
