import { shellQuote } from '../../base/shell-quote.ts';
import type { Permissions } from '../../contracts/agent-settings.ts';
import { PACKAGE_FOLDER } from '../../sandbox/image/recipe.ts';
import type { ProgramAgent, ProgramAssignment, Releases } from '../agent.ts';
import { mcpServers } from './mcp-servers.ts';
import { pinned } from './pinned.ts';

const ID = 'claude-code';
const VERSION = '2.1.326';

const RELEASES: Releases = {
  package: '@anthropic-ai/claude-code',
  specs: (version) => ({
    amd64: `@anthropic-ai/claude-code-linux-x64@${version}`,
    arm64: `@anthropic-ai/claude-code-linux-arm64@${version}`,
  }),
};

const SETTINGS = [
  'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1',
  'CLAUDE_CODE_DISABLE_AUTO_MEMORY=1',
  'CLAUDE_CODE_DISABLE_BUNDLED_SKILLS=1',
  // A sub-agent that goes on with the whole conversation could not be told from the agent itself.
  'CLAUDE_CODE_FORK_SUBAGENT=0',
  'CLAUDE_CODE_MAX_RETRIES=1',
  'DISABLE_AUTOUPDATER=1',
].join(' ');

/** The variables with which Claude Code chooses its models: titles, subagents and skills may ask for one by its alias. */
const MODELS = [
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'CLAUDE_CODE_SUBAGENT_MODEL',
];

/**
 * It would take a skill with a manifest of a plugin for one, and run its hooks before it asks its model anything. A hook has the trial's
 * token, and can end the program. Only what an administrator sets keeps such plugins off; what it turns off so, no file can turn on.
 */
const POLICY = { blockedMarketplaces: [{ source: 'skills-dir' }], disableAllHooks: true };

const FLAGS = [
  '--output-format stream-json --verbose',
  '--strict-mcp-config',
  '--tools Agent,Bash,Read,Edit,Write,Skill',
  `--managed-settings ${shellQuote(JSON.stringify(POLICY))}`,
].join(' ');

const PERMISSIONS = {
  allow: '--dangerously-skip-permissions',
  ask: '--permission-mode manual',
  deny: '--permission-mode dontAsk',
} as const satisfies Record<Permissions, string>;

/** A name of its own for each sandbox's only session: the newest one might be that of a process which the agent started. */
const SESSION = '00000000-0000-4000-8000-000000000001';

/** With it, the message begins that has a long conversation summarized, at the end of a request like all others. */
const SUMMARY_PROMPT = 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.';

/** Claude Code without a screen, over Anthropic Messages. */
export const claudeCode: ProgramAgent = {
  kind: 'program',
  id: ID,
  title: 'Claude Code',
  version: VERSION,
  provider: 'anthropic',
  wire: 'anthropic-messages',
  skillsDir: '/home/agent/.claude/skills',
  projectSkillsDir: '/workspace/.claude/skills',
  ownState: [
    ...['/home/agent/.claude.json', '/tmp/claude-*', '/tmp/cc-socks'],
    ...[
      ...['.last-cleanup', 'backups', 'session-env', 'sessions', 'shell-snapshots', 'todos', 'tasks'],
      ...['cache', 'debug', 'file-history', 'history.jsonl', 'paste-cache', 'statsig', 'stats-cache.json'],
      ...['telemetry', 'plugins/store/cc-plugin-agents-md_*.json'],
      // The memory of a project lies beside its sessions.
      ...['projects/-workspace/*.jsonl', `projects/-workspace/${SESSION}`],
    ].map((name) => `/home/agent/.claude/${name}`),
  ],
  settings: {
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    hasTemperature: false,
  },
  shownUse: 'its `Skill` tool, with the text of the skill after it, or a call that runs or reads its files',
  opening: { listed: ['plugin-authoring'], linesAround: 0 },
  ownTexts: () => [],
  sideRequests: { withoutTools: true, summaryPrompts: [SUMMARY_PROMPT], subAgents: true },
  stream: async () => (await import('../../traffic/streams/claude-code-stream.ts')).claudeCodeStream,
  image: {
    agent: ID,
    version: VERSION,
    testedVersion: VERSION,
    memoryMib: 256,
    processes: 128,
    leftOut: [],
    packages: pinned(RELEASES.specs(VERSION), {
      amd64:
        'sha512-RvNuaeMGfPGUyUGttVvhHgVUZ3B2L+Pgf336ImZLsPP2UQHYblewi47CPFLObqz+K6D++PLP1eAsDBLYko3w+g==',
      arm64:
        'sha512-lZCCWXarB/1IeHkotI937eEdN4BCbVdWDdmejtlkbUO9M29rHjITtXW9BWCDFlxvo0GXsFogN0SFIJWgMelKLw==',
    }),
  },
  releases: RELEASES,
  tools: {
    bash: (command) => ({
      tool: 'Bash',
      input: { command: fromWorkspace(command), description: 'Runs it' },
    }),
    skill: (name) => ({ tool: 'Skill', input: { skill: name } }),
    mcp: ({ server, tool, arguments: input }) => ({ tool: `mcp__${server}__${tool}`, input }),
  },
  command: (assignment) =>
    commandLine(
      assignment,
      assignment.user === undefined ? '--no-session-persistence' : `--session-id ${SESSION}`,
    ),
  resume: (assignment) => commandLine(assignment, `--resume ${SESSION}`),
};

const CHANGES_FOLDER = /\b(?:cd|pushd)\b/;

/** A command of a script starts in the workspace, and the shell of Claude Code in the folder where the last command has ended. */
function fromWorkspace(command: string): string {
  return CHANGES_FOLDER.test(command) ? `(${command}\n)` : command;
}

function commandLine(
  { prompt, model, servers, settings, sandbox, gateway }: ProgramAssignment,
  session: string,
): string {
  const config =
    servers.length === 0
      ? ''
      : `--mcp-config ${shellQuote(JSON.stringify({ mcpServers: mcpServers(servers) }))}`;
  const effort = settings.effort === null ? '' : `--effort ${settings.effort}`;
  return [
    ...MODELS.map((name) => `${name}=${shellQuote(model)}`),
    `ANTHROPIC_BASE_URL=${sandbox.gatewayUrl} ANTHROPIC_API_KEY=${gateway.token} ${SETTINGS}`,
    `exec ${PACKAGE_FOLDER}/claude -p ${shellQuote(prompt)} --model ${shellQuote(model)} ${FLAGS} ${config} ${PERMISSIONS[settings.permissions]} ${effort} ${session} </dev/null`,
  ].join(' ');
}
