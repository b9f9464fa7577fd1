import { randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AssayError } from '../../../base/assay-error.ts';
import { ShellExit, ShellRefusal } from '../../../contracts/shell-answer.ts';
import { BoundedBuffer } from '../../bytes/bounded-buffer.ts';
import { encodeFrame, type Frame, frameReader, MAX_PAYLOAD_BYTES } from '../../bytes/frames.ts';
import type { LoopbackConnection } from '../../sandbox.ts';
import type { ProcessEnd, ProcessRequest, ProcessResult } from '../../start-process.ts';

/** Frames between the harness and `sandbox/shell.py`; the id is that of the process. */
export const SHELL_FRAME = {
  ready: 1,
  start: 2,
  stdin: 3,
  stdout: 4,
  stderr: 5,
  exit: 6,
  refused: 7,
  look: 8,
  holds: 9,
} as const;

export type SideProcess = {
  ended: Promise<ProcessResult>;
  write: (bytes: Buffer) => void;
  endInput: () => void;
};

const PORTION_BYTES = 4 * 1024 ** 2;

type Output = { stdout: BoundedBuffer; stderr: BoundedBuffer };

type Ended = { end: ProcessEnd; isTruncated: boolean };

type Pending = Output & { resolve: (ended: Ended) => void };

type ShellEnds = {
  send: (bytes: Buffer) => void;
  close: () => void;
  /** Draws the id of a process. */
  drawId?: () => number;
};

/**
 * The agent can write into the output of its user's shell. A frame about another process than one that runs is a breach of the
 * protocol, so an id that nobody can guess is what lets it report no end of its own choice.
 */
function anyId(): number {
  return randomInt(2 ** 32);
}

/** The shell itself is gone: the agent can end it, like everything else of its own user. */
const LOST: Ended = { end: { kind: 'lost' }, isTruncated: false };
/** The exit code for a question about connections that this kernel does not answer. */
const CANNOT_TELL = 2;
/** More than the connections that a sandbox has at a time. A shell that was stopped by the agent answers nobody. */
const MAX_PENDING = 1_000;
const ABANDONED: Ended = { end: { kind: 'abandoned' }, isTruncated: false };

/**
 * Starts processes over one stream. What comes back is only the agent's word: it is limited, and ends with
 * the first breach of the protocol.
 */
export class Shell {
  readonly #send: (bytes: Buffer) => void;
  readonly #close: () => void;
  readonly #read: (chunk: Buffer) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #opened = Promise.withResolvers<boolean>();
  readonly #drawId: () => number;
  #isOpen = false;
  #isLost = false;

  constructor({ send, close, drawId = anyId }: ShellEnds) {
    this.#drawId = drawId;
    this.#send = send;
    this.#close = close;
    this.#read = frameReader((frame) => this.#receiveFrame(frame));
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** False if the shell was lost before it could be used. */
  opened(): Promise<boolean> {
    return this.#opened.promise;
  }

  /** Starts a process with an input that stays open. Its output goes where the shell's own errors would. */
  startWithSideChannel(request: Omit<ProcessRequest, 'stdin'>): SideProcess {
    const output = { stdout: new BoundedBuffer(0), stderr: new BoundedBuffer(request.maxOutputBytes) };
    const { promise, resolve } = Promise.withResolvers<Ended>();
    const id = this.#nextId({ ...output, resolve });
    const { maxOutputBytes: limit, ...asked } = request;
    const payload = encodeRequest({ ...asked, limit, stdin: true, apart: true, program: false });
    this.#send(encodeFrame(SHELL_FRAME.start, id, payload));
    if (this.#isLost) resolve(LOST);
    return {
      ended: promise.then((ended) => resultOf(ended, output)),
      write: (bytes) => this.#send(encodeFrame(SHELL_FRAME.stdin, id, bytes)),
      endInput: () => this.#send(encodeFrame(SHELL_FRAME.stdin, id)),
    };
  }

  async run(request: ProcessRequest, signal: AbortSignal): Promise<ProcessResult> {
    const output = {
      stdout: new BoundedBuffer(request.maxOutputBytes),
      stderr: new BoundedBuffer(request.maxOutputBytes),
    };
    return resultOf(await this.#ask((id) => this.#sendRequest(id, request), output, signal), output);
  }

  /**
   * Whether a user has processes. The shell looks for itself, because there may be
   * no room to start a program.
   */
  async seesProcessesOf(user: number, signal: AbortSignal): Promise<boolean> {
    const output = { stdout: new BoundedBuffer(0), stderr: new BoundedBuffer(0) };
    const { end } = await this.#ask((id) => this.#sendText(SHELL_FRAME.look, id, `${user}`), output, signal);
    if (end.kind === 'exited') return end.exitCode !== 0;
    throw new AssayError('SANDBOX_FAILED', 'The sandbox did not report which processes are still running.');
  }

  /**
   * Whether the agent program that this shell has started holds a connection; `null` if the kernel does not tell. A shell that is
   * gone, or does not answer before the signal is aborted, knows of none, and one that owes many answers is asked nothing more.
   */
  async programHolds(
    { client, server, serverSocket }: LoopbackConnection,
    signal: AbortSignal,
  ): Promise<boolean | null> {
    if (this.#pending.size >= MAX_PENDING) return false;
    const output = { stdout: new BoundedBuffer(0), stderr: new BoundedBuffer(0) };
    const ends = [client, server].map(({ address, port }) => `${address} ${port}`);
    const ask = (id: number) => this.#sendText(SHELL_FRAME.holds, id, [...ends, `${serverSocket}`].join(' '));
    const { end } = await this.#ask(ask, output, signal);
    return end.kind === 'exited' && end.exitCode === CANNOT_TELL
      ? null
      : end.kind === 'exited' && end.exitCode === 1;
  }

  receive(chunk: Buffer): void {
    if (this.#isLost) return;
    try {
      this.#read(chunk);
    } catch {
      this.lose();
    }
  }

  lose(): void {
    this.#isLost = true;
    this.#opened.resolve(false);
    for (const { resolve } of this.#pending.values()) resolve(LOST);
    this.#pending.clear();
    this.#close();
  }

  async #ask(send: (id: number) => void, output: Output, signal: AbortSignal): Promise<Ended> {
    if (signal.aborted) return ABANDONED;
    if (this.#isLost) return LOST;
    const { promise, resolve } = Promise.withResolvers<Ended>();
    send(this.#nextId({ ...output, resolve }));
    const letGo = () => resolve(ABANDONED);
    signal.addEventListener('abort', letGo);
    return promise.finally(() => signal.removeEventListener('abort', letGo));
  }

  #sendRequest(
    id: number,
    { stdin, maxOutputBytes, isProgram: program = false, ...asked }: ProcessRequest,
  ): void {
    const more = { limit: maxOutputBytes, stdin: stdin !== undefined, apart: false, program };
    this.#send(encodeFrame(SHELL_FRAME.start, id, encodeRequest({ ...asked, ...more })));
    if (stdin !== undefined) this.#sendInput(id, stdin).catch(() => this.lose());
  }

  /** Sends in portions, between which the other work of this process gets a turn. */
  async #sendInput(id: number, stdin: Uint8Array): Promise<void> {
    for (let at = 0; at < stdin.length && this.#pending.has(id); at += MAX_PAYLOAD_BYTES) {
      this.#send(encodeFrame(SHELL_FRAME.stdin, id, stdin.subarray(at, at + MAX_PAYLOAD_BYTES)));
      if ((at + MAX_PAYLOAD_BYTES) % PORTION_BYTES === 0) await nextTurn();
    }
    if (this.#pending.has(id)) this.#send(encodeFrame(SHELL_FRAME.stdin, id));
  }

  #nextId(pending: Pending): number {
    let id = this.#drawId();
    while (this.#pending.has(id)) id = this.#drawId();
    this.#pending.set(id, pending);
    return id;
  }

  #sendText(type: number, id: number, text: string): void {
    this.#send(encodeFrame(type, id, Buffer.from(text)));
  }

  #receiveFrame({ type, id, payload }: Frame): void {
    if (type === SHELL_FRAME.ready) this.#open();
    else this.#receiveFor(id, type, payload);
  }

  #open(): void {
    if (this.#isOpen) throw new Error('a second opening');
    this.#isOpen = true;
    this.#opened.resolve(true);
  }

  #receiveFor(id: number, type: number, payload: Buffer): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) throw new Error(`a frame of process ${id}, which does not run`);
    if (type === SHELL_FRAME.stdout) receiveOutput(pending.stdout, payload);
    else if (type === SHELL_FRAME.stderr) receiveOutput(pending.stderr, payload);
    else {
      pending.resolve(endOf(type, payload));
      this.#pending.delete(id);
    }
  }
}

type EncodedRequest = Pick<ProcessRequest, 'argv' | 'cwd' | 'env' | 'seconds'> & {
  limit: number;
  stdin: boolean;
  apart: boolean;
  program: boolean;
};

/** The fields of a request as texts, each after its length: the shell is ready much sooner if it need not load a parser of JSON. */
function encodeRequest({ argv, cwd, env, seconds, limit, ...flags }: EncodedRequest): Buffer {
  const { stdin, apart, program } = flags;
  const asked = [stdin, apart, program].map((flag) => (flag ? '1' : '0'));
  const texts = [`${seconds ?? 0}`, `${limit}`, ...asked, cwd, `${argv.length}`, ...argv];
  return Buffer.concat([...texts, ...Object.entries(env).flat()].flatMap(afterLength));
}

function afterLength(text: string): [Buffer, Buffer] {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}

/** A shell drops what is beyond the limit: nobody can keep the harness busy with output that it did not ask for. */
function receiveOutput(output: BoundedBuffer, payload: Buffer): void {
  if (payload.length === 0) throw new Error('an empty output');
  output.push(payload);
  if (output.isTruncated) throw new Error('more output than was asked for');
}

function resultOf({ end, isTruncated }: Ended, { stdout, stderr }: Output): ProcessResult {
  return { end, stdout: stdout.content, stderr: stderr.content, isTruncated };
}

function endOf(type: number, payload: Buffer): Ended {
  const told: unknown = JSON.parse(payload.toString());
  if (type === SHELL_FRAME.refused)
    return { end: { kind: 'refused', ...ShellRefusal.parse(told) }, isTruncated: false };
  if (type !== SHELL_FRAME.exit) throw new Error(`a frame of type ${type}`);
  const { truncated, ...exit } = ShellExit.parse(told);
  return { end: { kind: 'exited', ...exit }, isTruncated: truncated };
}
