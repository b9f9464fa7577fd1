import { finished } from 'node:stream/promises';
import { constants, createZstdCompress, type ZstdCompress, zstdCompressSync } from 'node:zlib';
import type { WireExchange } from '../../contracts/wire-log.ts';
import { headLine, type KeptBody, type KeptRequest } from '../../traffic/wire-log/frame.ts';
import { MOST_READ_BYTES, type Repeats } from '../../traffic/wire-log/repeats.ts';
import { BoundedBody } from './bounded-body.ts';
import { EarlierRequests } from './earlier-requests.ts';

/** The window (2^22 bytes) covers the distance at which a conversation repeats itself. */
const PARAMS = {
  [constants.ZSTD_c_windowLog]: 22,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};
const NOTHING = new Uint8Array();
/** An empty block that ends a frame (RFC 8878, section 3.1.1.2). */
const LAST_BLOCK = Buffer.from([1, 0, 0]);
/** By then the end of an answer has left this process. */
const DELAY_MS = 100;
/** The largest body that the gateway accepts. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** The heads of exchanges, which hold their paths: an agent may ask for anything but answers as often as it likes. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024;
/** What is written of a trial. What a request repeats of an earlier one is not written again. */
const MAX_TRIAL_BYTES = 512 * 1024 * 1024;

export type Recorded = { content: Uint8Array; exchanges: number; leftOutBytes: number };

type About = Pick<WireExchange, 'wire' | 'method' | 'purpose' | 'path' | 'startMs' | 'label' | 'askedBy'>;
type Ended = Pick<WireExchange, 'status' | 'isComplete' | 'isLeft' | 'latencyMs' | 'waitedMs'>;

/** One exchange that is under way. */
export type OpenExchange = { add(bytes: Uint8Array): void; end(how: Ended): void };

/**
 * Records what goes over the wire in one trial; other threads compress it as it comes. Until then this keeps
 * references and copies nothing, so that no answer is delayed.
 */
export class WireRecorder {
  readonly #secret: string;
  readonly #mostOfBody: number;
  readonly #packed: Uint8Array[] = [];
  #compressor: ZstdCompress | null = null;
  readonly #pending: (() => Uint8Array[])[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #earlier = new EarlierRequests();
  #frames = 0;
  #left: number;
  /** Counts what is repeated as well, because somebody has to read it. */
  #readLeft: number;
  #headsLeft: number;
  #exchanges = 0;
  #leftOutBytes = 0;

  /** The secret is the only one that a sandbox knows, and so may send: it is never written. */
  constructor(
    secret: string,
    { body = MAX_BODY_BYTES, trial = MAX_TRIAL_BYTES, read = MOST_READ_BYTES, heads = MAX_HEAD_BYTES } = {},
  ) {
    this.#secret = secret;
    this.#mostOfBody = body;
    this.#left = trial;
    this.#readLeft = read;
    this.#headsLeft = heads;
  }

  begin(about: About, request: Uint8Array): OpenExchange {
    const answer = new BoundedBody(this.#mostOfBody);
    return {
      add: (bytes) => answer.add(bytes),
      end: (how) => {
        const asked = new BoundedBody(this.#mostOfBody);
        asked.add(request);
        this.#later(() => this.#frame({ ...about, ...how }, asked, answer));
      },
    };
  }

  /** Returns what has been recorded so far, as if it were everything. */
  async soFar(): Promise<Uint8Array> {
    this.#writePending();
    const compressor = this.#open();
    await new Promise<void>((done) => compressor.flush(done));
    return this.#packed.length === 0
      ? zstdCompressSync(NOTHING)
      : Buffer.concat([...this.#packed, LAST_BLOCK]);
  }

  /** Returns everything; nothing is recorded from then on. */
  async end(): Promise<Recorded> {
    this.#writePending();
    const compressor = this.#open();
    compressor.end();
    await finished(compressor);
    const content = Buffer.concat(this.#packed);
    return { content, exchanges: this.#exchanges, leftOutBytes: this.#leftOutBytes };
  }

  #later(frame: () => Uint8Array[]): void {
    this.#pending.push(frame);
    this.#timer ??= setTimeout(() => this.#writePending(), DELAY_MS).unref();
  }

  #writePending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frames = this.#pending.splice(0).flatMap((frame) => frame());
    const compressor = this.#open();
    // Writes one piece, because the compressor takes a turn for each, and turns are scarce under load.
    if (frames.length > 0 && !compressor.writableEnded) compressor.write(Buffer.concat(frames));
  }

  /** An exchange for whose head there is no room is left out as a whole, and so are those after it. */
  #frame(head: About & Ended, request: BoundedBody, answer: BoundedBody): Uint8Array[] {
    const whole = request.take(this.#readLeft, this.#secret);
    const { repeats, links } = this.#earlier.repeatedIn(whole.content);
    const asked = withoutRepeated(whole, repeats, this.#left);
    const askedBytes = whole.content.length - (asked.leftOutBytes - whole.leftOutBytes);
    const room = Math.min(this.#left - asked.content.length, this.#readLeft - askedBytes);
    const answered = answer.take(room, this.#secret);
    const bodyBytes = asked.content.length + answered.content.length;
    const line = Buffer.from(headLine(head, [asked, answered]));
    this.#leftOutBytes += asked.leftOutBytes + answered.leftOutBytes;
    this.#exchanges += 1;
    if (line.length > this.#headsLeft) {
      this.#headsLeft = 0;
      this.#leftOutBytes += line.length + bodyBytes;
      return [];
    }
    this.#headsLeft -= line.length;
    this.#left -= bodyBytes;
    this.#readLeft -= askedBytes + answered.content.length;
    this.#earlier.add({ place: this.#frames, content: whole.content.subarray(0, askedBytes), links });
    this.#frames += 1;
    return [line, asked.content, answered.content];
  }

  #open(): ZstdCompress {
    if (this.#compressor !== null) return this.#compressor;
    const compressor = createZstdCompress({ params: PARAMS });
    compressor.on('data', (chunk: Uint8Array) => this.#packed.push(chunk));
    this.#compressor = compressor;
    return compressor;
  }
}

/** What is new of a request, as much of it as there is room for. A request that is cut has no end to repeat. */
function withoutRepeated(
  { content, leftOutBytes }: KeptBody,
  repeats: Repeats | null,
  room: number,
): KeptRequest {
  const { start, end } = repeats ?? { start: 0, end: 0 };
  const own = content.subarray(start, content.length - end);
  if (own.length <= room) return { content: own, leftOutBytes, repeats };
  const cut = own.subarray(0, room);
  return {
    content: cut,
    leftOutBytes: leftOutBytes + content.length - start - cut.length,
    repeats: repeats === null ? null : { ...repeats, end: 0 },
  };
}
