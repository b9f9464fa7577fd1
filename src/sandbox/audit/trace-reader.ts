import type { ProcessEvent, ProcessRecord } from '../../contracts/process-event.ts';
import type { Undelivered } from './count-undelivered.ts';
import { eventsOf, type Watch } from './events-of.ts';
import { UNREAD } from './has-unread-argument.ts';
import { type IsTelling, KeptEvents } from './kept-events.ts';
import { NamelessCalls } from './nameless-calls.ts';
import { OwnStarts } from './own-starts.ts';
import { type Call, parseCall } from './parse-call.ts';
import { ProcessPlaces } from './process-places.ts';
import { UnfinishedCalls } from './unfinished-calls.ts';

const MAX_GAPS = 20;
/** Longer than any line that the tracer prints; the longest are execve calls with all arguments that are shown. */
const MAX_LINE = 16 * 1024 ** 2;
/** Far more than a trial may have at a time; a program that writes into the record can make up any number. */
const MAX_PROCESSES = 100_000;

const LINE = /^(\d+) +((?! ).*)$/s;
const UNFINISHED = / <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. ([a-z_0-9]+) resumed>(.*)$/s;
const ENDED = /^\+\+\+ (?:exited with \d+|killed by \w+(?: \(core dumped\))?) \+\+\+$/;
/** A thread other than the first called execve; from then on it has the id of the first. */
const RENUMBERED = / <pid changed to (\d+) \.\.\.>$/;
/** The same event as the first thread sees it; its id lives on. */
const SUPERSEDED = /^\+\+\+ superseded by execve in pid (\d+) \+\+\+$/;
const SIGNAL = /^--- .* ---$/;
/** The line by which `sandbox/read-trace.py` reports that a watched object was opened. */
const OPENED = /^opened (\d+)$/;
const UNWATCHED = /^unwatched (\d+)$/;
/** The line by which it reports that a tracer ended within a line. */
const CUT = 'cut';
/** Ends the line of a process that was killed during a call, including a call that was already unfinished. */
const KILLED_WITHIN = / <unfinished \.\.\.>\) += \?$/;
const HALF = 'the record ends in the middle of a line';
const FOREIGN = 'the record contains lines that no tracer wrote';
const FORKS = new Set(['clone', 'clone3', 'fork', 'vfork']);

/** What the tracers tell of a record: the rest is counted by the kernel. */
export type TracedRecord = Omit<ProcessRecord, keyof Undelivered>;

/**
 * Reads what tracers print, line by line, and keeps only what matters, so that neither a long trial nor a flood fills
 * memory. The agent can write to the same pipes: an inconsistency is a gap, and a gap is never forgotten.
 */
export class TraceReader {
  readonly #watch: Watch;
  readonly #isTelling: IsTelling;
  readonly #events: KeptEvents;
  readonly #places = new ProcessPlaces();
  readonly #gaps = new Set<string>();
  /** Processes that were seen or announced and have not ended. */
  readonly #alive = new Set<number>();
  /** Processes that ended before their parent learned their id. */
  readonly #endedEarly = new Set<number>();
  readonly #announced = new Set<number>();
  readonly #unfinished = new UnfinishedCalls();
  readonly #nameless = new NamelessCalls({ limit: MAX_PROCESSES });
  readonly #ownStarts = new OwnStarts();
  readonly #opened = new Set<string>();
  #isWatching = true;
  readonly #marks = new Set<string>();
  /** The pieces of a line whose end has not arrived. */
  #rest: string[] = [];
  #restLength = 0;

  constructor(watch: Watch, isTelling: IsTelling) {
    this.#watch = watch;
    this.#isTelling = isTelling;
    this.#events = new KeptEvents(isTelling);
  }

  /** Takes text in pieces of any length, with bytes as latin1, because a tracer prints nothing but ASCII. */
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
    this.note('a line without an end was written into the record');
  }

  #takeRest(): string {
    const line = this.#rest.join('');
    this.#rest = [];
    this.#restLength = 0;
    return line;
  }

  /** Announces a line that the harness is about to write. */
  expect(mark: string): void {
    this.#marks.add(mark);
  }

  hasArrived(mark: string): boolean {
    return !this.#marks.has(mark);
  }

  /** Stops noting that watched objects are opened, because from here on it is not the agent that opens them. */
  endWatch(): void {
    this.#isWatching = false;
  }

  note(gap: string): void {
    if (this.#gaps.size < MAX_GAPS) this.#gaps.add(gap);
  }

  /** The number of processes that are not known to have ended. */
  get living(): number {
    return this.#alive.size;
  }

  /** Announces a command that the harness is about to run, under an id that nobody else knows yet. */
  expectRun(run: string, argv: readonly string[]): void {
    this.#ownStarts.expect(run, argv);
  }

  /** Returns the record. The caller has ended every process, so a process that has no recorded end lost its tracer. */
  record(): TracedRecord {
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
    else if (UNWATCHED.test(line)) this.note('a file that has to be watched was not watched');
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

  /** The thread's unfinished call continues under its new id, unless an earlier line has already moved it. */
  #supersede(pid: number, thread: number): void {
    const started = this.#unfinished.take(thread);
    if (started === null) return;
    this.#begin(pid, started);
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

  /** Joins the parts of a call that other lines interrupt in the record; `null` until its rest arrives. */
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
    this.note('the record contains the end of a call that never began');
    return null;
  }

  /** A call that was already unfinished gets no end: the first thread was killed during it, and it may have succeeded. */
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

  /** A shell tries a name in every folder of its path, so a missing program is not an attempt unless an oracle reports it. */
  #keep(event: ProcessEvent): void {
    if (event.kind === 'exec' && event.error === 'ENOENT' && !this.#isTelling(event)) return;
    if (!this.#events.add(event)) this.note('more events that an oracle would report than are kept');
  }

  /** A child can appear in the record, and even end, before its parent learns of it. */
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
    // It ended within this call, which may have done its work.
    const begun = this.#unfinished.take(pid);
    if (begun !== null) this.#readWhole(pid, `${begun}) = ?`);
    this.#places.end(pid);
    this.#nameless.end(pid);
    this.#ownStarts.end(pid);
    if (!this.#announced.delete(pid)) this.#follow(this.#endedEarly, pid);
  }
}
