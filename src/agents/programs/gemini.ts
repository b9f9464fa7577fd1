import { shellQuote } from '../../base/shell-quote.ts';
import type { Permissions } from '../../contracts/agent-settings.ts';
import { PACKAGE_FOLDER } from '../../sandbox/image/recipe.ts';
import type { ProgramAgent, ProgramAssignment, Releases } from '../agent.ts';
import { mcpServers } from './mcp-servers.ts';
import { pinned } from './pinned.ts';

const ID = 'gemini';
const VERSION = '0.61.0';

/** One package for all architectures. */
const RELEASES: Releases = {
  package: '@google/gemini-cli',
  specs: (version) => ({ amd64: `@google/gemini-cli@${version}`, arm64: `@google/gemini-cli@${version}` }),
};
const INTEGRITY =
  'sha512-dbQ9A0qBtFJNi6XBkHvfZ6Azpn6PNgH/P8h2MZ67RLlX8hSAVjup39CRWqdRxZv7YXIuhrFaytr8y0jKnkoxnQ==';

/**
 * The driver of a browser, which is not there and stays turned off, the pictures of the manual, whose text a tool shows, and
 * two other builds of the same program, which nothing of the one that is started imports.
 */
const LEFT_OUT = [
  ...['bundled', 'docs/assets'],
  ...['gemini-4IF7D7UG.js', 'gemini-NPCD6A4N.js', 'interactiveCli-4ZJLSCID.js', 'interactiveCli-F3TDVF3E.js'],
  ...['chunk-4GP6HFBO.js', 'chunk-55E6VPR2.js', 'chunk-5FZXKDXH.js', 'chunk-5V744PDA.js'],
  ...['chunk-DZZAUXYI.js', 'chunk-Y2J3C62M.js'],
].map((path) => `bundle/${path}`);

/** The gateway retries in its place. */
const MOST_ATTEMPTS = 2;

/** Tools for which it has its provider search and fetch, which the gateway refuses. */
const BY_PROVIDER = ['google_web_search', 'web_fetch'];

/** Without a screen, it approves a plan of its model itself, and from then on allows everything, whatever its mode was. */
const FOR_PLANS = ['enter_plan_mode', 'exit_plan_mode'];

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  general: { disableAutoUpdate: true, disableUpdateNag: true, maxAttempts: MOST_ATTEMPTS },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  experimental: { skills: true },
  hooksConfig: { enabled: false },
  advanced: { ignoreLocalEnv: true },
};

/** The sections of its system prompt, each of which a variable leaves out. The memory is told of among the operational guidelines. */
const SECTIONS = [
  ...['PREAMBLE', 'COREMANDATES', 'AGENTCONTEXTS', 'AGENTSKILLS', 'HOOKCONTEXT', 'PRIMARYWORKFLOWS'],
  ...['PLANNINGWORKFLOW', 'OPERATIONALGUIDELINES', 'SANDBOX', 'INTERACTIVEYOLOMODE', 'GIT', 'FINALREMINDER'],
];

/**
 * A file `.env` may set what is not set, such as another system prompt. No setting keeps it from reading `.gemini/.env`.
 */
const OWN_PROMPT = [
  ...['GEMINI_SYSTEM_MD=', 'GEMINI_WRITE_SYSTEM_MD='],
  ...SECTIONS.map((section) => `GEMINI_PROMPT_${section}=`),
].join(' ');

/** It would load packages that it looks for and that are not there, such as `bufferutil`, from `~/.node_modules`, and start extensions. */
const OWN_CODE = { node: '--disable-sigusr1 --no-global-search-paths', gemini: '-e none' };

/**
 * It has no setting that keeps its conversation off the disk, where whatever its tools have read would be left in its name. What goes on
 * with the conversation needs it.
 */
const WITHOUT_SESSION = `--import ${shellQuote(
  'data:text/javascript,import{rmSync}from"node:fs";process.on("exit",()=>rmSync(process.env.HOME+"/.gemini/tmp",{recursive:true,force:true}))',
)}`;

/** Its mode "plan" lets tools read and nothing else. */
const APPROVALS = { allow: 'yolo', ask: 'default', deny: 'plan' } as const satisfies Record<
  Permissions,
  string
>;

/** Gemini CLI without a screen, over the Gemini API. */
export const gemini: ProgramAgent = {
  kind: 'program',
  id: ID,
  title: 'Gemini CLI',
  version: VERSION,
  provider: 'gemini',
  wire: 'gemini',
  skillsDir: '/home/agent/.gemini/skills',
  projectSkillsDir: '/workspace/.gemini/skills',
  ownState: [
    '/tmp/gemini-client-error-*',
    ...[
      ...[
        'settings.json',
        'projects.json',
        'installation_id',
        'user_id',
        'state.json',
        'google_accounts.json',
      ],
      ...['history', 'tmp/bin/', 'tmp/workspace/.project_root', 'tmp/workspace/chats', 'tmp/workspace/logs'],
      ...['tmp/workspace/logs.json', 'tmp/workspace/tool-outputs'],
    ].map((name) => `/home/agent/.gemini/${name}`),
  ],
  settings: {
    efforts: ['minimal', 'low', 'medium', 'high'],
    hasTemperature: true,
  },
  shownUse: 'its `activate_skill` tool, with the text of the skill, or a call that runs or reads its files',
  opening: { listed: ['antigravity-support', 'skill-creator'], linesAround: 0 },
  ownTexts: () => [],
  sideRequests: { withoutTools: true, subAgents: true },
  stream: async () => (await import('../../traffic/streams/gemini-stream.ts')).geminiStream,
  image: {
    agent: ID,
    version: VERSION,
    testedVersion: VERSION,
    memoryMib: 1024,
    processes: 128,
    leftOut: LEFT_OUT,
    packages: pinned(RELEASES.specs(VERSION), { amd64: INTEGRITY, arm64: INTEGRITY }),
  },
  releases: RELEASES,
  tools: {
    bash: (command) => ({ tool: 'run_shell_command', input: { command: runnable(command) } }),
    skill: (name) => ({ tool: 'activate_skill', input: { name } }),
    mcp: ({ server, tool, arguments: input }) => ({ tool: `mcp_${server}_${tool}`, input }),
  },
  command: (assignment) => commandLine(assignment, ''),
  resume: (assignment) => commandLine(assignment, '--resume latest'),
};

/** They are written at each start: what ran before a later one may have changed them. */
function writeSettings(assignment: ProgramAssignment): string {
  const settings = shellQuote(JSON.stringify(settingsFor(assignment)));
  return `mkdir -p ~/.gemini && rm -rf ~/.gemini/settings.json ~/.gemini/.env && printf %s ${settings} > ~/.gemini/settings.json`;
}

const SUBSTITUTES = /\$\(|`|[<>]\(/;

/** It refuses to run commands that use the output of others, and tells its model. A script cannot try another one. */
function runnable(command: string): string {
  return SUBSTITUTES.test(command) ? `eval ${shellQuote(command)}` : command;
}

function settingsFor(assignment: ProgramAssignment): object {
  const { servers, settings } = assignment;
  const exclude = settings.permissions === 'allow' ? BY_PROVIDER : [...BY_PROVIDER, ...FOR_PLANS];
  const mcp = servers.length === 0 ? {} : { mcpServers: mcpServers(servers, (httpUrl) => ({ httpUrl })) };
  return { ...SETTINGS, tools: { exclude }, ...modelSettings(assignment), ...mcp };
}

/** It would ask models of its own choice for what it needs besides, such as a summary of a long conversation, and none but the run's answers. */
function modelSettings({ model, settings: { effort, temperature } }: ProgramAssignment): object {
  const customOverrides = [{ match: { overrideScope: 'core' }, modelConfig: { model } }];
  if (effort === null && temperature === null) return { modelConfigs: { customOverrides } };
  const generateContentConfig = {
    ...(effort === null ? {} : { thinkingConfig: { thinkingLevel: effort.toUpperCase() } }),
    ...(temperature === null ? {} : { temperature }),
  };
  const overrides = [{ match: { model }, modelConfig: { generateContentConfig } }];
  return { modelConfigs: { overrides, customOverrides } };
}

function commandLine(assignment: ProgramAssignment, session: string): string {
  const { prompt, model, user, settings, sandbox, gateway } = assignment;
  const kept = user === undefined ? WITHOUT_SESSION : '';
  return [
    `${writeSettings(assignment)} && ${OWN_PROMPT}`,
    `GEMINI_CLI_NO_RELAUNCH=true GEMINI_API_KEY=${gateway.token} GOOGLE_GEMINI_BASE_URL=${sandbox.gatewayUrl}`,
    `exec node ${OWN_CODE.node} ${kept} ${PACKAGE_FOLDER}/bundle/gemini.js -p ${shellQuote(prompt)} -m ${shellQuote(model)}`,
    `--approval-mode ${APPROVALS[settings.permissions]} --skip-trust ${OWN_CODE.gemini} -o stream-json ${session} </dev/null`,
  ].join(' ');
}
