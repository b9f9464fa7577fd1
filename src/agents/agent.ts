import type { AgentEnd } from '../contracts/agent-end.ts';
import type { AgentSettings } from '../contracts/agent-settings.ts';
import type { McpServer } from '../contracts/mcp-server.ts';
import type { Architecture } from '../contracts/program-packages.ts';
import type { ProviderId } from '../contracts/providers.ts';
import type { McpCall, ScriptedTurn } from '../contracts/script.ts';
import type { TranscriptEvent } from '../contracts/transcript.ts';
import type { ImageRecipe } from '../sandbox/image/recipe.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StreamReader } from '../traffic/agent-account.ts';
import type { SideRequests } from '../traffic/request-labels.ts';

/** A skill as an agent finds it in its sandbox. The body is given only when the agent asks for it. */
export type VisibleSkill = { name: string; description: string; root: string };

/** The person who gave the prompt, and who may speak again. */
export type User = {
  /** Returns what the user says now that the agent has ended its turn; `null` if that was all. */
  next(): Promise<string | null>;
};

export type AgentAssignment = {
  prompt: string;
  /** Left out if nobody answers. */
  user?: User;
  model: string;
  skills: readonly VisibleSkill[];
  servers: readonly McpServer[];
  /** Whether anything but the gateway can be reached. */
  hasNetwork: boolean;
  sandbox: Sandbox;
  /** The trial's access to models: its token and the handler that accepts it. */
  gateway: { token: string; fetch: (request: Request) => Promise<Response> };
  /**
   * Called with what an agent knows about its own conversation. The evidence is the
   * traffic: a run does not use this.
   */
  heard?: (event: HeardEvent) => void;
  /** Called when a program starts. What is returned takes what it has printed, once it has ended by itself. */
  starts?: () => (printed: { text: string; isWhole: boolean }) => void;
};

/** What the command line of a program is made from. */
export type ProgramAssignment = Omit<AgentAssignment, 'sandbox' | 'gateway'> & {
  /** The program's own. */
  version: string;
  /** Where it finds skills. */
  skillsDir: string;
  settings: AgentSettings;
  sandbox: Pick<Sandbox, 'gatewayUrl'>;
  gateway: Pick<AgentAssignment['gateway'], 'token'>;
};

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'atMs'> : never;
export type HeardEvent = WithoutTime<TranscriptEvent>;

/** How an agent's work ended, which is all that it reports. */
export type AgentOutcome =
  | { end: Exclude<AgentEnd, 'crashed'> }
  /** `exitCode` is that of a program that ended by itself. */
  | { end: 'crashed'; error: unknown; exitCode?: number };

export type ScriptedCall = ScriptedTurn['call'][number];

/** How an agent's model calls the tools of a `script.yaml`. A program reads and writes files by the shell as well. */
type ToolMap = {
  bash: (command: string) => ScriptedCall;
  skill: (name: string, skillsDir: string) => ScriptedCall;
  /** A tool of an MCP server. */
  mcp: (call: McpCall) => ScriptedCall;
};

type KnownOpening = {
  /** These stay in the list of skills in both arms, whatever is turned off. */
  readonly listed: readonly string[];
  /** The lines around the entry of the skill that one arm alone has. */
  readonly linesAround: number;
};

/** The settings that an agent has; a run that asks for another one is refused. */
type KnownSettings = {
  /** The efforts that it takes, none if it has no setting for that. `any` leaves it to the program. */
  readonly efforts: readonly string[] | 'any';
  readonly hasTemperature: boolean;
  /** Why it can only be allowed everything; left out if it can be told to ask, and can be denied what it would ask for. */
  readonly alwaysAllows?: string;
};

type Described = {
  readonly id: string;
  /** Its name for people. */
  readonly title: string;
  readonly version: string;
  /** The provider whose API it speaks. */
  readonly provider: ProviderId;
  /** The folder in which this agent looks for skills, read-only for whatever runs in the sandbox. */
  readonly skillsDir: string;
  /** The same in the workspace; `null` if it looks in one place only. */
  readonly projectSkillsDir: string | null;
  /**
   * The paths at which it keeps what is its own, such as sessions and logs, with * for a part of a name. People who look at what a
   * trial left are told them apart.
   */
  readonly ownState?: readonly string[];
  readonly settings: KnownSettings;
  /** How its traffic shows that it uses a skill, for people. */
  readonly shownUse: string;
  /** The first requests of the two arms showed this besides the entry of the skill, at this version; `null` if nobody tried. */
  readonly opening: KnownOpening | null;
  /**
   * Returns what this agent may tell its model without the skill, such as that there is none of that name:
   * these texts are no sign of a skill that contains them too. A baseline whose agent says such a text, and
   * does not list it here, is void.
   */
  readonly ownTexts: (skill: { name: string; root: string }) => readonly string[];
  /** What it asks its model beside its work, which its limit of requests leaves out; without it, all is work. */
  readonly sideRequests?: SideRequests;
};

/** A loop in the harness's own process; only its tools reach into the sandbox. */
export type ApiAgent = Described & {
  readonly kind: 'api';
  /** The id of the wire that it speaks. */
  readonly wire: 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';
  readonly image: null;
};

/** An agent that runs in the sandbox and reaches its model through the byte pipe. */
type RunsInSandbox = Described & {
  readonly kind: 'program';
  /** The id of the wire that it speaks; `null` if any of its provider's may be. */
  readonly wire: ApiAgent['wire'] | null;
  readonly tools: ToolMap;
  /** The command line that does the work and ends. It is run by bash in the workspace. */
  readonly command: (assignment: ProgramAssignment) => string;
  /**
   * The command line that goes on with the work, with what the user says in the place of the prompt. It is left out if the
   * agent cannot go on. If there is a user, `command` keeps whatever this needs.
   */
  readonly resume?: (assignment: ProgramAssignment) => string;
  /** It exits with this code once its provider has said that the context is full, even if it went on from a summary and did its work. */
  readonly exitCodeOnceFull?: number;
  /** How the events are read that it prints about its work, if it prints any. */
  readonly stream?: () => Promise<StreamReader>;
};

/** Where npm has the versions of an agent program. */
export type Releases = {
  /** The package whose versions and tags are those of the agent. */
  readonly package: string;
  /** The packages that bring the program of a version, as npm takes them. */
  readonly specs: (version: string) => Readonly<Record<Architecture, string>>;
};

/** A vendor's own agent. */
export type ProgramAgent = RunsInSandbox & {
  /** The recipe for what its image adds to the sandbox image. */
  readonly image: ImageRecipe;
  readonly releases: Releases;
};

/** A program that the environment of the suite brings. */
export type CommandAgent = RunsInSandbox & { readonly image: null };

/** Everything about an agent of the registry but its work. */
export type KnownAgent = ApiAgent | ProgramAgent;

/** Everything about an agent but its work. */
export type AgentDescription = KnownAgent | CommandAgent;

/** A program that turns a prompt into work in a sandbox. */
export type Agent = AgentDescription & {
  /** The signal is the time limit: if it is aborted, the outcome is `timeout`. */
  run(assignment: AgentAssignment, signal: AbortSignal): Promise<AgentOutcome>;
};
