import type { ProcessEvent, ProcessRecord } from '../../contracts/process-event.ts';
import { eventsOf, type Watch } from './events-of.ts';
import { UNREAD } from './has-unread-argument.ts';
import { type IsTelling, KeptEvents } from './kept-events.ts';
import { NamelessCalls } from './nameless-calls.ts';
import { OwnStarts } from './own-starts.ts';
import { type Call, parseCall } from './parse-call.ts';
import { ProcessPlaces } from './process-places.ts';
import { UnfinishedCalls } from './unfinished-calls.ts';

const MAX_GAPS = 20;
/** More than any line that the tracer prints: an execve with all the arguments that it shows. */
const MAX_LINE = 16 * 1024 ** 2;
/** Far more than a trial may have at one time; whoever writes into the record can make up any number. */
const MAX_PROCESSES = 100_000;

const LINE = /^(\d+) +(.*)$/s;
const UNFINISHED = / <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. ([a-z_0-9]+) resumed>(.*)$/s;
const ENDED = /^\+\+\+ (?:exited with \d+|killed by \w+(?: \(core dumped\))?) \+\+\+$/;
/** A thread other than the first starts a program: from there on it has the number of the first. */
const RENUMBERED = / <pid changed to (\d+) \.\.\.>$/;
/** Tells the same of the first, whose number lives on. */
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+$/;
const SIGNAL = /^--- .* ---$/;
/** The line by which `sandbox/read-trace.py` reports that a watched object was opened. */
const OPENED = /^opened (\d+)$/;
const UNWATCHED = /^unwatched (\d+)$/;
/** The line by which it reports that a tracer ended within a line. */
const CUT = 'cut';
/** The end of the line of a process that was killed within a call, also of a call that was unfinished before. */
const KILLED_WITHIN = / <unfinished \.\.\.>\) += \?$/;
const HALF = 'the record ends in the middle of a line';
const FOREIGN = 'lines that no tracer wrote stand in the record';
const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork']);

/**
 * Follows what tracers print, line by line, and keeps only what counts, so that neither a long trial nor a flood fills
 * memory. The agent can write to the same pipes: what does not fit together is a gap, and a gap is never forgotten.
 */
export class TraceReader {
  readonly #watch: Watch;
  readonly #isTelling: IsTelling;
  readonly #events: KeptEvents;
  readonly #places = new ProcessPlaces();
  readonly #gaps = new Set<string>();
  /** Seen or announced, and not yet ended. */
  readonly #alive = new Set<number>();
  /** Ended before their parent was told their number. */
  readonly #endedEarly = new Set<number>();
  readonly #announced = new Set<number>();
  readonly #unfinished = new UnfinishedCalls();
  readonly #nameless = new NamelessCalls({ limit: MAX_PROCESSES });
  readonly #ownStarts = new OwnStarts();
  readonly #opened = new Set<string>();
  #isWatching = true;
  readonly #marks = new Set<string>();
  /** Pieces of a line without its end. */
  #rest: string[] = [];
  #restLength = 0;

  constructor(watch: Watch, isTelling: IsTelling) {
    this.#watch = watch;
    this.#isTelling = isTelling;
    this.#events = new KeptEvents(isTelling);
  }

  /** Text as it comes, in pieces of any length; bytes as latin1, because a tracer prints nothing but ASCII. */
  push(text: string): void {
    const [end = '', ...more] = text.split('\n');
    const last = more.pop();
    this.#restLength += end.length;
    this.#rest.push(end);
    if (last !== undefined) {
      for (const line of [this.#takeRest(), ...more]) this.#read(line);
      this.#rest = [last];
      this.#restLength = last.length;
    }
    if (this.#restLength <= MAX_LINE) return;
    this.#takeRest();
    this.note('a line without end was written into the record');
  }

  #takeRest(): string {
    const line = this.#rest.join('');
    this.#rest = [];
    this.#restLength = 0;
    return line;
  }

  /** A line that the harness itself is about to write. */
  expect(mark: string): void {
    this.#marks.add(mark);
  }

  hasArrived(mark: string): boolean {
    return !this.#marks.has(mark);
  }

  /** Stops noting who opens watched objects: from here on it is not the agent. */
  endWatch(): void {
    this.#isWatching = false;
  }

  note(gap: string): void {
    if (this.#gaps.size < MAX_GAPS) this.#gaps.add(gap);
  }

  /** How many processes are not known to have ended. */
  get living(): number {
    return this.#alive.size;
  }

  /** A command that the harness itself is about to run, under an id that nobody else knows yet. */
  expectRun(run: string, argv: readonly string[]): void {
    this.#ownStarts.expect(run, argv);
  }

  /** Returns the record. The caller has ended every process: one that still lives here has lost its tracer. */
  record(): Omit<ProcessRecord, 'undelivered'> {
    const gaps = [...this.#gaps];
    const { missing } = this.#ownStarts;
    if (missing > 0) gaps.push(`${missing} commands ran without a tracer`);
    if (this.#alive.size > 0) gaps.push(`the end of ${this.#alive.size} processes was not recorded`);
    if (this.#nameless.pending > 0) gaps.push(UNREAD);
    if (this.#restLength > 0) gaps.push(HALF);
    const opened = [...this.#opened].sort();
    const { all: events, dropped } = this.#events;
    return { events, opened, dropped, complete: gaps.length === 0, gaps };
  }

  #read(line: string): void {
    if (line === '' || this.#marks.delete(line)) return;
    const [, opened] = OPENED.exec(line) ?? [];
    const [, number, text] = LINE.exec(line) ?? [];
    if (opened !== undefined) this.#noteOpened(Number(opened));
    else if (UNWATCHED.test(line)) this.note('a file that has to be watched was not');
    else if (line === CUT) this.note(HALF);
    else if (number === undefined || text === undefined) this.note(FOREIGN);
    else this.#readLineOf(Number(number), text);
  }

  #readLineOf(pid: number, text: string): void {
    if (ENDED.test(text)) this.#end(pid);
    else if (this.#nameless.take(pid, text)) this.#noteAlive(pid);
    else {
      const [, thread] = SUPERSEDED.exec(text) ?? [];
      if (this.#nameless.end(pid) && thread === undefined) this.note(UNREAD);
      if (thread !== undefined) this.#supersede(pid, Number(thread));
      else if (!SIGNAL.test(text)) this.#readCall(pid, text);
    }
  }

  /** What the thread began goes on under the number that it gets, unless an earlier line has said so. */
  #supersede(pid: number, thread: number): void {
    const begun = this.#unfinished.take(thread);
    if (begun === null) return;
    this.#begin(pid, begun);
    this.#end(thread);
  }

  #noteOpened(number: number): void {
    const object = this.#watch.objects[number];
    if (object === undefined) this.note(FOREIGN);
    else if (this.#isWatching) this.#opened.add(object);
  }

  #noteAlive(pid: number): void {
    if (!this.#endedEarly.has(pid)) this.#follow(this.#alive, pid);
  }

  #readCall(pid: number, text: string): void {
    this.#noteAlive(pid);
    const whole = this.#join(pid, text);
    if (whole !== null) this.#readWhole(pid, whole);
  }

  #readWhole(pid: number, text: string): void {
    const call = parseCall(text);
    if (call === null) this.note(FOREIGN);
    else this.#take(pid, call);
  }

  /** A call that another process interrupted in the record; `null` until its rest comes. */
  #join(pid: number, text: string): string | null {
    const ended = text.replace(KILLED_WITHIN, ') = ?');
    if (UNFINISHED.test(ended)) {
      this.#begin(pid, ended.replace(UNFINISHED, ''));
      return null;
    }
    const [renumbered, first] = RENUMBERED.exec(ended) ?? [];
    if (renumbered !== undefined) {
      this.#begin(Number(first), ended.slice(0, -renumbered.length));
      this.#end(pid);
      return null;
    }
    const [resumed, name, rest = ''] = RESUMED.exec(ended) ?? [];
    if (resumed === undefined) return ended;
    const beginning = this.#unfinished.take(pid);
    if (beginning?.startsWith(`${name}(`)) return beginning + rest;
    this.note('a call ends in the record that never began');
    return null;
  }

  /** A call that was begun before has no end then: the first thread was killed within it, and may have done it. */
  #begin(pid: number, text: string): void {
    const before = this.#unfinished.take(pid);
    if (before !== null) this.#readWhole(pid, `${before}) = ?`);
    const gaps = this.#unfinished.add(pid, text)
      ? this.#places.noteBegun(text)
      : ['too many calls without an end'];
    for (const gap of gaps) this.note(gap);
  }

  #take(pid: number, seen: Call): void {
    if (FORKS.has(seen.name)) this.#fork(seen);
    if (this.#ownStarts.take(pid, seen)) return;
    const call = this.#ownStarts.complete(pid, seen);
    const { events, gaps } = eventsOf(this.#places.callerOf(pid, call), call, this.#watch);
    for (const gap of [...gaps, ...this.#places.note(pid, call)]) this.note(gap);
    for (const event of [...events, ...this.#places.startedUnder(pid, call, events)]) this.#keep(event);
  }

  /** A shell tries a name in every folder of its path: what is not there is no attempt to run it, unless somebody says so. */
  #keep(event: ProcessEvent): void {
    if (event.kind === 'exec' && event.error === 'ENOENT' && !this.#isTelling(event)) return;
    if (!this.#events.add(event)) this.note('more events that an oracle would report than are kept');
  }

  /** A child can be seen, and even end, before its parent is told of it. */
  #fork({ result, text }: Call): void {
    if (text.includes('CLONE_UNTRACED')) this.note('a process was started that no tracer follows');
    const child = Number(/^(\d+)/.exec(result)?.[1] ?? 0);
    if (child === 0) return;
    if (this.#endedEarly.delete(child)) return;
    this.#follow(this.#announced, child);
    this.#follow(this.#alive, child);
  }

  #follow(processes: Set<number>, pid: number): void {
    if (processes.size < MAX_PROCESSES) processes.add(pid);
    else this.note(`more than ${MAX_PROCESSES} processes`);
  }

  #end(pid: number): void {
    this.#alive.delete(pid);
    this.#unfinished.take(pid);
    this.#places.end(pid);
    this.#nameless.end(pid);
    this.#ownStarts.end(pid);
    if (!this.#announced.delete(pid)) this.#follow(this.#endedEarly, pid);
  }
}
