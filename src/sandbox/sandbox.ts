import type { AttestedClaim } from '../contracts/attestation.ts';
import type { EgressEvent, EgressPolicy } from '../contracts/egress.ts';
import type { Machine } from '../contracts/environment.ts';
import type { TreeEntry } from '../contracts/evidence.ts';
import type { OracleSpec } from '../contracts/oracle-spec.ts';
import type { ProcessRecord } from '../contracts/process-event.ts';
import type { ReachedLimit, Resources } from '../contracts/resources.ts';
import type { ServiceExchange, ServiceRequest } from '../contracts/service-exchange.ts';
import type { SandboxImage } from './image/image.ts';
import type { RequestHandler } from './network/pipe/serve-requests.ts';
import type { ProcessRequest, ProcessResult } from './start-process.ts';

/** A file to be put into a sandbox; `path` is absolute. */
export type SandboxFile = { path: string; content: Uint8Array; executable: boolean };

/**
 * An entry without content; an unreadable one replaces something that could not be copied.
 */
export type EntryKind =
  | { kind: 'folder' | 'pipe' | 'file'; isReadable: boolean }
  | { kind: 'link'; target: string }
  /** A further name of a file. */
  | { kind: 'name'; of: string };

export type SandboxEntry = { path: string } & EntryKind;

/** What is put into a sandbox. */
export type SandboxContents = {
  files: readonly SandboxFile[];
  /** Entries besides the folders that the files need. */
  entries?: readonly SandboxEntry[];
};

export const NO_CONTENTS: SandboxContents = { files: [] };

/** A folder owned by root that the agent can read but not write: the skill, decoys, grading files. */
export type HarnessMount = { root: string; files: readonly SandboxFile[] };

/** What answers inside a sandbox; nothing else can be reached from it. */
export type SandboxNetwork = {
  /** Serves whatever connects to `gatewayUrl`; only this sandbox has this handler. */
  gateway: RequestHandler | null;
  policy: EgressPolicy;
  /** The files that fixtures of the policy answer with, by the names that these have for them. */
  answers?: readonly { path: string; content: Uint8Array }[];
  /** Whether the services that are reached are given the secrets of the session. */
  usesSecrets?: boolean;
  /** If omitted, services are reached and nothing that they answer is recorded. */
  services?: ServiceTape | null;
};

/** One end of a connection within the loopback of a sandbox. */
export type LoopbackEnd = { address: string; port: number };

/** Such a connection, with the kernel's number of the socket that accepted it; 0 if that is closed. */
export type LoopbackConnection = { client: LoopbackEnd; server: LoopbackEnd; serverSocket: number };

/** Where the answers of services are recorded, or come from in their place. */
export type ServiceTape =
  /** `keep` returns false if there is no room left. */
  | { kind: 'record'; keep: (exchange: ServiceExchange) => boolean }
  | { kind: 'replay'; find: (request: ServiceRequest) => Promise<ServiceExchange | null> };

/** A secret of services, which the harness puts into requests to them. No sandbox ever holds its value. */
export type ServiceSecret = {
  /** Has a placeholder in the sandbox. */
  variable: string;
  value: string;
  hosts: readonly string[];
};

export type AuditSpec = {
  /** Files and folders whose opening is an event. */
  paths: readonly string[];
  /** Files for which the kernel reports whether they were opened, under any name. */
  objects: readonly string[];
  /** An event that one of these oracles would report is kept in preference to others. */
  oracles: readonly OracleSpec[];
};

/** What a sandbox is made from, and its size. */
export type SandboxTemplate = { image: SandboxImage; machine: Machine };

/** The contents belong to the agent, and are under its workspace or home. */
export type SandboxSpec = SandboxContents & {
  /** For labels, so that a person can tell what a container is for. */
  purpose: string;
  /** If omitted, that of the session. */
  template?: SandboxTemplate | undefined;
  mounts: readonly HarnessMount[];
  env: Readonly<Record<string, string>>;
  /** Watches what processes do: every start, every connection, and the opening of these files and folders. */
  audit?: AuditSpec;
  /**
   * Commands are started by one process of the agent's own user, which is fast. The agent could take it over,
   * so this is not for graders. With an audit it only prepares the sandbox, and each command has a fresh start.
   */
  shell?: boolean;
  /**
   * Commands belong to a grader: they run as a separate user, who alone sees the mounts, with `as-agent` for
   * what has to run as the agent's user. The files are still the agent's.
   */
  grader?: boolean;
  /** If omitted, connections are neither answered nor recorded. */
  network?: SandboxNetwork;
};

/** The part of a spec that has to be known to start a sandbox. */
export type SandboxOutline = Pick<SandboxSpec, 'purpose' | 'template'> & {
  mounts: readonly Pick<HarnessMount, 'root'>[];
  shell: boolean;
  grader: boolean;
  network: boolean;
};

/** A process that is started by `bash -c` as the agent's user. */
export type CommandRequest = Pick<ProcessRequest, 'stdin' | 'maxOutputBytes' | 'isProgram'> & {
  command: string;
  /** By default the workspace. */
  cwd?: string;
  seconds: number;
};

export type CommandResult = Pick<ProcessResult, 'isTruncated'> & {
  /** `null` if the time limit ended the command before it had an exit code. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  timedOut: boolean;
};

export type FileTree = {
  entries: readonly TreeEntry[];
  /** Bytes of every regular file in the tree, by absolute path. */
  contents: ReadonlyMap<string, Uint8Array>;
  /** Extended attributes and access lists of everything that has any, by absolute path. */
  attributes: ReadonlyMap<string, Uint8Array>;
  /** False if not everything was read. */
  isComplete: boolean;
  /** Files that were asked for by name and do not exist, however incomplete the tree is. */
  absent: readonly string[];
};

/** A one-way line channel out of the sandbox: nothing inside can take back what was written. */
export type Channel = {
  /**
   * Waits until everything written so far has arrived, and returns its lines without empty ones; fails with
   * `SANDBOX_FAILED` if there was more than is kept.
   */
  drain(): Promise<string[]>;
  /** Returns what has arrived so far and was kept. */
  received(): string[];
};

/** Bytes that were sent to the network, as they came and while they are available. */
export type SentBytes = {
  place: string;
  /** `framing` belongs to a protocol that was understood; `stream` is everything else on a connection. */
  form: 'framing' | 'stream' | 'body' | 'bytes';
  bytes: Uint8Array;
  /** What is missing from the bytes, in a few words. */
  lacks: string | null;
};

/** What a sandbox has to look like before an agent starts in it. */
export type AttestationRequest = {
  imageDigest: string;
  /** `null` means the engine's default. */
  runtime: string | null;
  skillsDir: string;
  /** Names of the folders that may be found there. */
  skills: readonly string[];
  absentPaths: readonly string[];
  /** Names of variables that are planted, and may look like those of keys. */
  planted?: readonly string[];
};

export type Consumption = { resources: Resources; limitsReached: ReachedLimit[] };

/** One isolated place for one trial. Everything that the outside does with it goes through here. */
export interface Sandbox extends AsyncDisposable {
  /** The engine's name for it, for people. */
  readonly id: string;
  run(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Puts files into the workspace as the agent's own, in the place of whatever is there, and follows no links. Call it once
   * processes are stopped; fails with `SANDBOX_FAILED` if what the agent left makes it impossible.
   */
  putFiles(files: readonly SandboxFile[]): Promise<void>;
  /** `null` if there is no regular file at that path that the agent can read. */
  readFile(path: string, maxBytes: number): Promise<{ content: Uint8Array; isTruncated: boolean } | null>;
  /**
   * Reads everything below the given folders; a folder that does not exist is empty. Nothing crowds out the
   * files that are asked for by name.
   */
  readTree(roots: readonly string[], named?: readonly string[]): Promise<FileTree>;
  /**
   * Opens the channel at `CHANNEL_PATH`, once per sandbox. No other lines crowd out those
   * that start with one of the words. Each connection to one of the sockets is a line that starts with its path, which has to be
   * in a folder that is mounted.
   */
  openChannel(words?: readonly string[], sockets?: readonly string[]): Promise<Channel>;
  /** Checks the sandbox against what was asked for; no process of the agent may have run in it yet. */
  attest(request: AttestationRequest): Promise<AttestedClaim[]>;
  /**
   * Reads what was used so far. Call it once processes are stopped, because a program that
   * only forks leaves no room for it.
   */
  readConsumption(): Promise<Consumption>;
  /** The processor time that has been used in it, in milliseconds. The engine tells it, so nothing inside can falsify it. */
  readWorkMs(): Promise<number>;
  /** The limits that ended the sandbox itself; none while it lives, and none if something else ended it. */
  causeOfDeath(): Promise<ReachedLimit[]>;
  /** Where the spec's gateway answers inside; `null` without one. */
  readonly gatewayUrl: string | null;
  /**
   * Returns the attempts to reach the network so far; fails with `SANDBOX_FAILED` if the pipe was lost, because
   * then nobody saw them. If the sandbox has ended, returns what arrived before that.
   */
  egress(of?: 'running' | 'ended'): Promise<EgressEvent[]>;
  /** What was sent to the network so far; all of it, once `egress` has returned. */
  sentBytes(): SentBytes[];
  /**
   * Returns what the agent's processes did, once they were stopped; `null` if they were not watched. If the
   * sandbox has ended, or the record was lost, returns what arrived before that, with a gap.
   */
  processes(of?: 'running' | 'ended'): Promise<ProcessRecord | null>;
  /** Ends every process of the agent's user, so that nothing changes any more. */
  stopProcesses(): Promise<void>;
}

/**
 * A sandbox in which no workload ever runs. It tells a fault of the engine from one that a workload caused in
 * its own sandbox: while it lives and answers, the engine has neither restarted nor failed.
 */
export interface Witness extends AsyncDisposable {
  isSound(): Promise<boolean>;
}

export interface SandboxEngine {
  /**
   * The digest of the image that sandboxes are made from, by default those of the session; fails with `IMAGE_MISSING`
   * if it is not built.
   */
  imageDigest(template?: SandboxTemplate): Promise<string>;
  create(spec: SandboxSpec, signal?: AbortSignal): Promise<Sandbox>;
  /**
   * Starts a sandbox that will be needed soon. If nobody takes it, it is removed when this is disposed of.
   */
  prepare(outline: SandboxOutline): AsyncDisposable;
  /** Starts a witness, which has a sandbox of its own beside those of the trials. */
  callWitness(): Witness;
}
