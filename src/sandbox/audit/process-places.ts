import { basename } from 'node:path/posix';
import type { ProcessEvent } from '../../contracts/process-event.ts';
import { type Caller, isOpening, TOO_MANY_LINKS } from './events-of.ts';
import { LinkNames } from './link-names.ts';
import { type Call, mayHaveSucceeded, parseCall, pathOfDescriptor } from './parse-call.ts';
import { TcpSockets } from './tcp-sockets.ts';

/** Calls that give a name to something. */
const NAMINGS = new Set(['symlink', 'symlinkat', 'link', 'linkat', 'rename', 'renameat', 'renameat2']);

type Start = Extract<ProcessEvent, { kind: 'exec' }>;

/** Tracks what the names and sockets of processes refer to, as far as their calls have revealed it. */
export class ProcessPlaces {
  readonly #links = new LinkNames();
  readonly #tcp = new TcpSockets();
  readonly #folders = new Map<number, string>();
  readonly #started = new Map<number, Start>();

  /** Describes the caller, with its folder according to this call, or else the last one known. */
  callerOf(pid: number, { text }: Call): Caller {
    const told = /AT_FDCWD<\/[^<>]*>/.exec(text)?.[0];
    const cwd = told === undefined ? null : pathOfDescriptor(told);
    if (cwd !== null) this.#folders.set(pid, cwd);
    return { pid, cwd: this.#folders.get(pid) ?? null, links: this.#links, tcp: this.#tcp };
  }

  /** Notes how a call changes what names and sockets refer to; returns a gap if there is no room for it. */
  note(pid: number, call: Call): string[] {
    if (!mayHaveSucceeded(call)) return [];
    this.#tcp.note(call);
    // Threads share a folder, and the next call of each thread that names it reveals the new one.
    if (call.name === 'chdir' || call.name === 'fchdir') this.#folders.clear();
    if (call.name === 'clone' || call.name === 'clone3') this.#folders.delete(pid);
    return NAMINGS.has(call.name) ? this.#noteNames(call) : [];
  }

  /** A name may be in use before the call that gives it ends. */
  noteBegun(text: string): string[] {
    if (!NAMINGS.has(text.slice(0, text.indexOf('(')))) return [];
    const call = parseCall(`${text}) = 0`);
    return call === null ? [] : this.#noteNames(call);
  }

  #noteNames({ name, strings: [from, to], text }: Call): string[] {
    if (from === undefined || to === undefined) return [];
    const source = from || (pathOfDescriptor(text) ?? '');
    const hasRoom = name.startsWith('symlink')
      ? this.#links.add(from, to)
      : this.#links.carry(source, to) && (!text.includes('RENAME_EXCHANGE') || this.#links.carry(to, source));
    return hasRoom ? [] : [TOO_MANY_LINKS];
  }

  /**
   * Returns the start of a process again, under the file that it really is: the interpreter of a script opens it by the
   * name by which it was started, and the tracer prints which file was opened.
   */
  startedUnder(pid: number, call: Call, events: readonly ProcessEvent[]): Start[] {
    const start = events.find((event) => event.kind === 'exec');
    if (start?.error === null) this.#started.set(pid, start);
    const started = this.#started.get(pid);
    if (started === undefined || !isOpening(call) || call.strings[0] !== started.program) return [];
    this.#started.delete(pid);
    const file = pathOfDescriptor(call.result);
    return file === null || basename(file) === basename(started.program)
      ? []
      : [{ ...started, files: [file] }];
  }

  end(pid: number): void {
    this.#folders.delete(pid);
    this.#started.delete(pid);
  }
}
