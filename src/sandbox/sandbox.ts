import type { AttestedClaim } from '../contracts/attestation.ts';
import type { EgressEvent, EgressPolicy } from '../contracts/egress.ts';
import type { TreeEntry } from '../contracts/evidence.ts';
import type { ProcessEvent, ProcessRecord } from '../contracts/process-event.ts';
import type { ReachedLimit, Resources } from '../contracts/resources.ts';
import type { RequestHandler } from './network/pipe/serve-requests.ts';

/** A file on its way into a sandbox; `path` is absolute. */
export type SandboxFile = { path: string; content: Uint8Array; executable: boolean };

/** What is no file with content. One that is not readable stands for what could not be put there: it is empty. */
export type EntryKind =
  | { kind: 'folder' | 'pipe' | 'file'; isReadable: boolean }
  | { kind: 'link'; target: string }
  /** A further name of a file. */
  | { kind: 'name'; of: string };

export type SandboxEntry = { path: string } & EntryKind;

/** What is put into a sandbox. */
export type SandboxContents = {
  files: readonly SandboxFile[];
  /** Beside the folders that the files need. */
  entries?: readonly SandboxEntry[];
};

export const NO_CONTENTS: SandboxContents = { files: [] };

/** A folder owned by root that the agent can read and not write: the skill, decoys, grading files. */
export type HarnessMount = { root: string; files: readonly SandboxFile[] };

/** What answers inside a sandbox, which reaches nothing else. */
export type SandboxNetwork = {
  /** Serves whatever connects to `gatewayUrl`; the sandbox that a request came from is the only one that has it. */
  gateway: RequestHandler | null;
  policy: EgressPolicy;
};

export type AuditSpec = {
  /** Files and folders whose opening is an event. */
  paths: readonly string[];
  /** Files of which the kernel tells whether they were opened, whatever name they were opened by. */
  objects: readonly string[];
  /** Whether an event has to be kept, however many there are. */
  isTelling: IsTelling;
};

export type IsTelling = (event: ProcessEvent) => boolean;

/** The contents belong to the agent, and are under its workspace or home. */
export type SandboxSpec = SandboxContents & {
  /** For labels, so that a person can tell what a container is for. */
  purpose: string;
  mounts: readonly HarnessMount[];
  env: Readonly<Record<string, string>>;
  /** Watches what processes do: every start, every connection, and the opening of these files and folders. */
  audit?: AuditSpec;
  /**
   * Commands are started by one process of the agent's own user, which is fast. The agent could take it over, so this is
   * nothing for graders; and what is audited has a fresh start for each command all the same.
   */
  shell?: boolean;
  /**
   * Commands are a grader's: of a user of their own, who alone sees the mounts, with `as-agent` for what has to run as the
   * agent's user. The files are still the agent's.
   */
  grader?: boolean;
  /** Without it nothing answers, and nothing is recorded. */
  network?: SandboxNetwork;
};

/** As much of a spec as has to be known to begin with a sandbox. */
export type SandboxOutline = Pick<SandboxSpec, 'purpose'> & {
  mounts: readonly Pick<HarnessMount, 'root'>[];
  shell: boolean;
  grader: boolean;
  network: boolean;
};

export type CommandRequest = {
  /** Run by `bash -c` as the agent's user in `cwd` (the workspace unless said). */
  command: string;
  cwd?: string;
  timeoutMs: number;
  /** Of stdout and of stderr each; what is over is dropped and `truncated` says so. */
  maxOutputBytes: number;
  stdin?: Uint8Array;
};

export type CommandResult = {
  /** `null` where the command was ended by its time limit before it had one. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
  truncated: boolean;
  timedOut: boolean;
};

export type FileTree = {
  entries: readonly TreeEntry[];
  /** Bytes of every regular file in the tree, by absolute path. */
  contents: ReadonlyMap<string, Uint8Array>;
  /** Extended attributes and access lists, by absolute path, of whatever has any. */
  attributes: ReadonlyMap<string, Uint8Array>;
  /** False where there was more than the harness takes. */
  isComplete: boolean;
  /** Of what was asked for by name: what is not there, whatever else there is. */
  absent: readonly string[];
};

/** A one-way line channel out of the sandbox: what was written cannot be taken back by anything inside. */
export type Channel = {
  /**
   * Waits until everything written so far has arrived, and gives its lines, empty ones left out; `SANDBOX_FAILED` where
   * there was more than is kept.
   */
  drain(): Promise<string[]>;
  /** What has arrived until now and was kept. */
  received(): string[];
};

/** Bytes that were sent to the network, as they came and while they are at hand. */
export type SentBytes = {
  place: string;
  /** `framing` is what a protocol that was understood is made of; `stream` is all else on a connection. */
  form: 'framing' | 'stream' | 'body' | 'bytes';
  bytes: Uint8Array;
  /** What is missing of them, in a few words. */
  lacks: string | null;
};

/** What a sandbox has to look like before an agent starts in it. */
export type AttestationRequest = {
  imageDigest: string;
  /** `null`: whichever the engine takes. */
  runtime: string | null;
  skillsDir: string;
  /** Names of the folders that may be found there. */
  skills: readonly string[];
  absentPaths: readonly string[];
};

export type Consumption = { resources: Resources; limitsReached: ReachedLimit[] };

/** One isolated place for one trial. Everything the outside does with it goes through here. */
export interface Sandbox extends AsyncDisposable {
  /** As the engine calls it, for people. */
  readonly id: string;
  run(request: CommandRequest, signal?: AbortSignal): Promise<CommandResult>;
  /** `null` where there is no regular file at that path that the agent can read. */
  readFile(path: string, maxBytes: number): Promise<{ content: Uint8Array; truncated: boolean } | null>;
  /**
   * Everything below the given folders; of a folder that does not exist, nothing. Nothing crowds out the files
   * that are asked for by name.
   */
  readTree(roots: readonly string[], named?: readonly string[]): Promise<FileTree>;
  /** At `CHANNEL_PATH`, once for each sandbox. Lines that begin with one of the words are crowded out by no others. */
  openChannel(words?: readonly string[]): Promise<Channel>;
  /** Holds the sandbox against what was asked for; nothing of the agent may have run in it. */
  attest(request: AttestationRequest): Promise<AttestedClaim[]>;
  /** What was used until now; asked once processes are stopped, because a program that only forks leaves no room to ask. */
  readConsumption(): Promise<Consumption>;
  /** The limits that ended the sandbox itself; none while it lives, and none where something else ended it. */
  causeOfDeath(): Promise<ReachedLimit[]>;
  /** Where the spec's gateway answers inside; `null` without one. */
  readonly gatewayUrl: string | null;
  /**
   * What was asked of the network until now; `SANDBOX_FAILED` where the pipe was lost, because then nobody saw it. Of a
   * sandbox that is known to have ended: what arrived before.
   */
  egress(of?: 'running' | 'ended'): Promise<EgressEvent[]>;
  /** What was sent to the network until now; all of it, once `egress` has told what was asked. */
  sentBytes(): SentBytes[];
  /**
   * What the agent's processes did, once they were stopped; `null` where nobody watched. Of a sandbox that is known to have
   * ended, or whose record was lost: what arrived before, with a gap.
   */
  processes(of?: 'running' | 'ended'): Promise<ProcessRecord | null>;
  /** Ends every process of the agent's user, so that nothing changes any more. */
  stopProcesses(): Promise<void>;
}

/**
 * A sandbox in which no workload ever runs. It tells a fault of the engine from one that a workload brought upon its own
 * sandbox: while it lives and answers, the engine has neither been restarted nor has it failed.
 */
export interface Witness extends AsyncDisposable {
  isSound(): Promise<boolean>;
}

export interface SandboxEngine {
  /** Digest of the image that sandboxes are made from; an `IMAGE_MISSING` error where it is not built. */
  imageDigest(): Promise<string>;
  create(spec: SandboxSpec, signal?: AbortSignal): Promise<Sandbox>;
  /** Begins with a sandbox that will be asked for soon. What nobody came for is gone once this is disposed of. */
  prepare(outline: SandboxOutline): AsyncDisposable;
  /** Calls a witness, which begins with a sandbox of its own beside those of the trials. */
  callWitness(): Witness;
}
