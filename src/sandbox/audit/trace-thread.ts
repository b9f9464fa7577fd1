import { parentPort } from 'node:worker_threads';
import type { OracleSpec } from '../../contracts/oracle-spec.ts';
import { isTelling } from '../../probes/is-telling.ts';
import type { Watch } from './events-of.ts';
import { TraceReader } from './trace-reader.ts';

/** Set to 1 to skip bytes that wait, which an order cannot do, because it waits behind them. */
export type SkipFlag = Int32Array<SharedArrayBuffer>;

/** The orders to this thread, which it carries out one by one. It reads one trace at a time. */
export type TraceOrder =
  | { kind: 'open'; watch: Watch; oracles: readonly OracleSpec[]; skip: SkipFlag }
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'mark'; mark: string }
  | { kind: 'run'; run: string; argv: readonly string[] }
  | { kind: 'note'; gap: string }
  | { kind: 'end-watch' }
  | { kind: 'count-living' }
  | { kind: 'record' };

/** The answers: how much was read, which marks arrived in it, and what was asked for. */
export type TraceNews =
  | { kind: 'taken'; length: number; arrived: string[] }
  | { kind: 'living'; living: number }
  | { kind: 'record'; record: TraceRecord };

export type TraceRecord = ReturnType<TraceReader['record']>;

class OpenTrace {
  readonly #reader: TraceReader;
  readonly #marks = new Set<string>();
  readonly #skip: SkipFlag;

  constructor({ watch, oracles, skip }: Extract<TraceOrder, { kind: 'open' }>) {
    this.#skip = skip;
    this.#reader = new TraceReader(watch, (event) => isTelling(oracles, event));
  }

  carryOut(order: Exclude<TraceOrder, { kind: 'open' }>): TraceNews | null {
    switch (order.kind) {
      case 'bytes':
        return this.#read(order.bytes);
      case 'count-living':
        return { kind: 'living', living: this.#reader.living };
      case 'record':
        return { kind: 'record', record: this.#reader.record() };
      case 'mark':
        this.#marks.add(order.mark);
        this.#reader.expect(order.mark);
        return null;
      case 'run':
        this.#reader.expectRun(order.run, order.argv);
        return null;
      case 'note':
        this.#reader.note(order.gap);
        return null;
      case 'end-watch':
        this.#reader.endWatch();
        return null;
    }
  }

  /** A tracer prints nothing but ASCII; as latin1, any other bytes in the record are kept as well. */
  #read(bytes: Uint8Array): TraceNews {
    if (Atomics.load(this.#skip, 0) === 1) this.#reader.note('it took too long to read');
    else this.#reader.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
    const arrived = [...this.#marks].filter((mark) => this.#reader.hasArrived(mark));
    for (const mark of arrived) this.#marks.delete(mark);
    return { kind: 'taken', length: bytes.length, arrived };
  }
}

let trace: OpenTrace | null = null;

parentPort?.on('message', (order: TraceOrder) => {
  if (order.kind === 'open') trace = new OpenTrace(order);
  else {
    const news = trace?.carryOut(order) ?? null;
    if (news !== null) parentPort?.postMessage(news);
  }
});
