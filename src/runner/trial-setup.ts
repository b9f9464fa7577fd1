import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import type { Agent, VisibleSkill } from '../agents/agent.ts';
import { mcpToolName } from '../agents/mcp-tool-name.ts';
import type { EgressPolicy } from '../contracts/egress.ts';
import type { Canary } from '../contracts/evidence.ts';
import { Slug } from '../contracts/identifiers.ts';
import { type McpServer, SKILL_FOLDER } from '../contracts/mcp-server.ts';
import type { PlannedTrial } from '../contracts/plan.ts';
import type { Decoy, Probe, SkillFacts } from '../contracts/probe.ts';
import { CHANNEL_PATH, HOME, WORKSPACE } from '../contracts/sandbox-places.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { SkillTool } from '../contracts/skill-manifest.ts';
import type { Task, UserTurn } from '../contracts/task.ts';
import { RepetitionPattern } from '../probes/canary/repetition-pattern.ts';
import { watchedFor } from '../probes/oracles.ts';
import { canaryNames, plantValues } from '../probes/plant-values.ts';
import type { AuditSpec, SandboxFile, SandboxSpec } from '../sandbox/sandbox.ts';
import type { Watchable } from '../traffic/watched-skill.ts';
import { DECOY_PATH, decoyMount } from './decoys.ts';
import { namedPaths } from './named-paths.ts';
import { toolMount, toolServerCommand, toolServerOf } from './tool-server.ts';
import { historyOf, type TrialSubject } from './trial-subject.ts';

/** The skill under test, as the runner needs it. */
export type SkillUnderTest = {
  name: string;
  description: string;
  /** What an agent may say about a skill that it only lists. */
  frontmatter: string;
  body: string;
  files: SkillFolder['files'];
  /** Paths of files that say what the tasks expect: only the sandboxes of probes have them. */
  withheld?: readonly string[];
  /** The MCP servers of its suite. */
  servers?: readonly McpServer[];
  /** The tools of its manifest. */
  tools?: readonly SkillTool[];
  /** What it grants itself or offers, by name. */
  declaredTools?: readonly string[];
};

/** A turn of the user, with the files that arrive before it is said. */
export type PlannedTurn = Pick<UserTurn, 'when' | 'say'> & { files: readonly SandboxFile[] };

/** Everything about a trial that is fixed before anything runs. */
export type TrialSetup = {
  prompt: string;
  /** The prompts of the conversations after the first one, of which the agent remembers nothing. */
  conversations: readonly string[];
  /** What the user says after the prompt. */
  turns: readonly PlannedTurn[];
  spec: SandboxSpec;
  visibleSkills: readonly VisibleSkill[];
  servers: readonly McpServer[];
  watched: Watchable;
  canaries: readonly Canary[];
  /** Names of the variables that the trial plants. */
  planted: readonly string[];
  decoys: readonly Decoy[];
  /** Paths of sockets that report who connects. */
  sockets: readonly string[];
  egress: EgressPolicy;
  /** The files that fixtures answer with. */
  answers: SkillFolder['files'];
  /** Files that are read by name once the agent has ended. */
  named: readonly string[];
};

type Options = {
  trial: PlannedTrial;
  subject: TrialSubject;
  skill: SkillUnderTest;
  agent: Agent;
  seed: string;
};

/** The two arms of a pair get the same setup, except for the skill's files and its entry in the list. */
export function setUpTrial({ trial, subject, skill, agent, seed }: Options): TrialSetup {
  const { skillsDir } = agent;
  const { prompt, conversations, files, env, canaries, decoys, sockets, egress } = startingPoint(subject, {
    trial,
    skill,
    seed,
  });
  const turns = turnsOf(subject);
  const root = `${skillsDir}/${Slug.safeParse(skill.name).success ? skill.name : 'skill'}`;
  const skillFiles = filesFor(subject, skill);
  const isPresent = trial.arm === 'with-skill';
  const { tools = [] } = skill;
  const toolServer = toolServerOf(skill.name, tools);
  // Whatever the task says beside its prompt, with what it expects.
  const knownFiles = [
    ...[...files, ...turns.flatMap((turn) => turn.files), ...gradeFiles(subject)],
    ...(subject.kind === 'task' ? historyOf(subject) : []),
  ];
  return {
    prompt,
    conversations,
    turns,
    canaries,
    planted: Object.keys(env),
    decoys,
    sockets,
    egress,
    answers: subject.kind === 'task' ? (subject.answers ?? []) : [],
    named: namedPaths(subject),
    servers: [...serversFor(subject, skill), ...(toolServer === null ? [] : [toolServerCommand(toolServer)])]
      .filter(({ arm }) => arm === 'both' || isPresent)
      .map((server) => inSkill(server, root)),
    visibleSkills: isPresent ? [{ name: skill.name, description: skill.description, root }] : [],
    watched: {
      ...{ name: skill.name, description: skill.description, body: skill.body, root, prompt },
      files: skillFiles,
      frontmatter: skill.frontmatter,
      knownTexts: [
        ...agent.ownTexts({ name: skill.name, root }),
        ...turns.map(({ say }) => say),
        ...conversations,
        ...(subject.kind === 'task' ? textsOf(subject.task) : []),
      ],
      knownFiles: knownFiles.map(({ content }) => content),
      ...(toolServer === null
        ? {}
        : { tools: toolServer.tools.map((tool) => mcpToolName(agent, { server: toolServer.name, tool })) }),
      ...{ cwd: WORKSPACE, home: HOME },
    },
    spec: {
      ...{ purpose: trial.id, template: subject.kind === 'task' ? subject.template : undefined },
      files: [...files, ...excludeOf(subject, skillsDir)],
      env: { ...env, PATH: DECOY_PATH, HOME },
      mounts: [
        { root: skillsDir, files: isPresent ? place(skillFiles, root) : [] },
        decoyMount(decoys, CHANNEL_PATH),
        ...[...new Set(sockets.map((path) => dirname(path)))].map((root) => ({ root, files: [] })),
        ...(toolServer === null ? [] : [toolMount(toolServer, tools, isPresent)]),
      ],
      ...(subject.kind === 'probe' ? { audit: auditOf(subject.probe, root) } : {}),
      shell: true,
    },
  };
}

/** Nothing answers in the network of a probe, so that asking a server there would be the harness's doing. */
function serversFor(subject: TrialSubject, { servers = [] }: SkillUnderTest): readonly McpServer[] {
  return subject.kind === 'task' ? (subject.task.mcp ?? []) : servers.filter((server) => 'command' in server);
}

function inSkill(server: McpServer, root: string): McpServer {
  if ('url' in server) return server;
  return { ...server, command: server.command.map((word) => word.replaceAll(SKILL_FOLDER, root)) };
}

function filesFor({ kind }: TrialSubject, { files, withheld = [] }: SkillUnderTest): SkillFolder['files'] {
  return kind === 'probe' ? files : files.filter(({ path }) => !withheld.includes(path));
}

function turnsOf(subject: TrialSubject): PlannedTurn[] {
  if (subject.kind !== 'task') return [];
  const { task, arrivals = [] } = subject;
  return (task.turns ?? []).map(({ files: folder, ...turn }) => ({
    ...turn,
    files: place(arrivals.find(({ name }) => name === folder)?.files ?? [], WORKSPACE),
  }));
}

/** What a task says beside its prompt and its turns. */
function textsOf({ graders, git }: Task): string[] {
  return [JSON.stringify(graders), ...(git?.commits ?? []).map(({ message }) => message)];
}

/** In a repository, the folder of a skill in the workspace is as if it were not there: else its status would tell the arms apart. */
function excludeOf(subject: TrialSubject, skillsDir: string): SandboxFile[] {
  const isInside = skillsDir.startsWith(`${WORKSPACE}/`);
  if (subject.kind !== 'task' || subject.task.git === undefined || !isInside) return [];
  const content = Buffer.from(`${skillsDir.slice(WORKSPACE.length)}/\n`);
  return [{ path: `${WORKSPACE}/.git/info/exclude`, executable: false, content }];
}

/** What a model works out by itself proves nothing about a skill that says it too. */
function gradeFiles(subject: TrialSubject): SkillFolder['files'] {
  return subject.kind === 'task' ? subject.grade : [];
}

function auditOf(probe: Probe, skillRoot: string): AuditSpec {
  const { paths, objects } = watchedFor(probe);
  const planted = probe.setup.files.map(({ path }) => path);
  return {
    paths: [...new Set([...planted, ...paths, skillRoot, ...HOLDS_SECRETS])],
    objects: [...new Set(objects)],
    oracles: probe.oracles,
  };
}

const HOLDS_SECRETS = ['/etc/shadow', '/proc/1/environ'];

export function place(files: SkillFolder['files'], root: string): SandboxFile[] {
  return files.map((file) => ({ ...file, path: `${root}/${file.path}` }));
}

export function networkOf({ network }: Task): EgressPolicy {
  return network ?? { kind: 'deny' };
}

type StartingPoint = Pick<
  TrialSetup,
  'prompt' | 'conversations' | 'canaries' | 'decoys' | 'sockets' | 'egress'
> & {
  env: Readonly<Record<string, string>>;
  files: readonly SandboxFile[];
};

function startingPoint(
  subject: TrialSubject,
  { trial, skill, seed }: Pick<Options, 'trial' | 'skill' | 'seed'>,
): StartingPoint {
  if (subject.kind === 'task') {
    const { task, workspace } = subject;
    const files = place(workspace, WORKSPACE);
    const none = { conversations: [], env: {}, canaries: [], decoys: [], sockets: [] };
    return { ...none, prompt: task.prompt, files, egress: networkOf(task) };
  }
  const canaries = canaryNames(subject.probe).map((name) => ({
    name,
    value: canaryValue(seed, trial.id, name),
  }));
  const { prompt, conversations, setup } = plantValues(subject.probe, { canaries, skill: factsOf(skill) });
  const files = setup.files.map((file) => ({ ...file, content: new TextEncoder().encode(file.content) }));
  const { env, decoys, egress } = setup;
  const sockets = setup.sockets.map(({ path }) => path);
  return {
    prompt,
    conversations: conversations.map((one) => one.prompt),
    files,
    env,
    canaries,
    decoys,
    sockets,
    egress,
  };
}

/** The same in both arms. */
function factsOf({ name, description, declaredTools = [] }: SkillUnderTest): SkillFacts {
  return { name, description, tools: declaredTools.length === 0 ? 'none' : declaredTools.join(', ') };
}

/**
 * Lower-case letters and digits only: then a short piece says as much as it can, in
 * any case and under any encoding.
 */
const CANARY_LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Unique to the trial, reproducible, not to be guessed from inside the sandbox, and
 * recognisable under any substitution.
 */
function canaryValue(seed: string, trialId: string, name: string): string {
  let hash = sha256(`${seed}\n${trialId}\n${name}`);
  while (!new RepetitionPattern(lettersOf(hash)).isTelling) hash = sha256(hash);
  return `ak-${lettersOf(hash)}`;
}

function lettersOf(hash: Uint8Array): string {
  return Array.from(hash, (byte) => CANARY_LETTERS[byte % CANARY_LETTERS.length]).join('');
}

function sha256(content: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}
