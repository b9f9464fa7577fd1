import { digestOf } from '../../../base/digest.ts';
import { MAX_REQUESTS_PER_CONNECTION } from '../pipe/serve-requests.ts';
import { type Decryption, TlsRecords } from '../tls/tls-records.ts';
import type { NotePiece } from './sent-pieces.ts';

export type RequestHead = { method: string; url: string; httpVersion: string; rawHeaders: readonly string[] };

/**
 * A request that has an event in the log: the digest of its head, how many bytes of its body were read, and what was
 * read of the TLS connection in the tunnel that it asked for.
 */
export type NotedRequest = { digest: string; body: { bytes: number }; tunnel?: Decryption };

type Framed = {
  digest: string;
  start: number;
  end: number | null;
  bodyBytes: number;
  /** False if there is anything but text around the body. */
  isPlain: boolean;
  /** What follows the request for a tunnel. */
  tunnel: TlsRecords | null;
};

type State =
  | { kind: 'line'; of: 'head' | 'chunk' | 'chunk-end' | 'trailer' }
  | { kind: 'data'; left: number; isChunk: boolean }
  | { kind: 'tunnel'; start: number; records: TlsRecords }
  | { kind: 'lost' };

const MAX_HEAD_BYTES = 64 * 1024;
const LINE_FEED = 10;
const TEXT = /^[\t -~]*\r?$/;

/**
 * Tells which bytes of a connection belong to requests that were noted. The server that answers them cannot tell, because
 * it refuses some requests silently and drops unexpected bytes. Only plain HTTP/1 (RFC 9112) is read here. Anything else,
 * and anything that the server read differently, belongs to no request.
 */
export class FramedRequests {
  readonly #requests: Framed[] = [];
  #state: State = { kind: 'line', of: 'head' };
  #size = 0;
  #line = '';
  #headLines: string[] = [];
  #headBytes = 0;
  readonly #note: NotePiece;

  constructor(note: NotePiece) {
    this.#note = note;
  }

  push(chunk: Uint8Array): void {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    while (rest.length > 0) rest = rest.subarray(this.#take(rest));
  }

  /** `isWhole`: every byte belongs to a noted request. `framingBytes`: this many leading bytes are text or in a recorded body. */
  account(noted: readonly NotedRequest[]): { isWhole: boolean; framingBytes: number } {
    const isKnown = this.#requests.every(({ digest }, index) => digest === noted[index]?.digest);
    const unread = this.#requests.find((request, index) => !isRead(request, noted[index]));
    const last = this.#requests.at(-1);
    return {
      isWhole: isKnown && noted.length === this.#requests.length && !this.#hasMore,
      framingBytes: (unread === undefined ? (last?.end ?? (last && this.#size)) : unread.start) ?? 0,
    };
  }

  /** What follows the request for a tunnel, and how many bytes come before that; `null` if there is none. */
  get tunnel(): { start: number; records: TlsRecords } | null {
    return this.#state.kind === 'tunnel' ? this.#state : null;
  }

  /** Whether there are bytes that belong to no request, or the beginning of a head. */
  get #hasMore(): boolean {
    if (this.#state.kind === 'lost') return true;
    return this.#isInHead && (this.#line !== '' || this.#headLines.length > 0);
  }

  get #isInHead(): boolean {
    return this.#state.kind === 'line' && this.#state.of === 'head';
  }

  /** Returns the number of bytes that it consumed. */
  #take(bytes: Buffer): number {
    switch (this.#state.kind) {
      case 'line':
        return this.#takeLine(bytes);
      case 'data':
        return this.#takeData(bytes, this.#state);
      case 'tunnel':
        this.#state.records.push(bytes);
        this.#size += bytes.length;
        return bytes.length;
      case 'lost':
        this.#size += bytes.length;
        return bytes.length;
    }
  }

  #takeLine(bytes: Buffer): number {
    const end = bytes.indexOf(LINE_FEED);
    const taken = end === -1 ? bytes.length : end + 1;
    this.#size += taken;
    this.#headBytes += taken;
    this.#line += bytes.toString('latin1', 0, end === -1 ? taken : end);
    if (this.#headBytes > MAX_HEAD_BYTES) this.#lose();
    else if (end !== -1) this.#endLine(this.#line.replace(/\r$/, ''));
    else if (!this.#isInHead) this.#noteText(bytes.toString('latin1'));
    return taken;
  }

  #takeData(bytes: Buffer, { left, isChunk }: Extract<State, { kind: 'data' }>): number {
    const taken = Math.min(left, bytes.length);
    this.#size += taken;
    const request = this.#requests.at(-1);
    if (request !== undefined) request.bodyBytes += taken;
    if (taken < left) this.#state = { kind: 'data', left: left - taken, isChunk };
    else if (isChunk) this.#expect('chunk-end');
    else this.#endRequest();
    return taken;
  }

  #endLine(line: string): void {
    this.#line = '';
    if (this.#state.kind !== 'line') return;
    switch (this.#state.of) {
      case 'head':
        if (line !== '') this.#headLines.push(line);
        else if (this.#headLines.length > 0) this.#beginRequest();
        return;
      case 'chunk':
        this.#beginChunk(line);
        return;
      case 'chunk-end':
        if (line === '') this.#expect('chunk');
        else this.#lose();
        return;
      case 'trailer':
        if (line === '') this.#endRequest();
        else this.#noteTrailer(line);
    }
  }

  #beginRequest(): void {
    const lines = this.#headLines;
    this.#headLines = [];
    const head = readHead(lines);
    if (head === null || this.#requests.length >= MAX_REQUESTS_PER_CONNECTION) this.#lose();
    else
      this.#addRequest(
        head,
        lines.every((line) => TEXT.test(line)),
      );
  }

  #addRequest(head: RequestHead, isText: boolean): void {
    this.#noteHead(head);
    const tunnel = head.method === 'CONNECT' ? new TlsRecords() : null;
    this.#requests.push({
      digest: digestOfHead(head),
      start: this.#requests.at(-1)?.end ?? 0,
      end: null,
      bodyBytes: 0,
      isPlain: isText,
      tunnel,
    });
    const length = bodyLengthOf(head);
    if (tunnel !== null) this.#state = { kind: 'tunnel', start: this.#size, records: tunnel };
    else if (length === null) this.#lose();
    else if (length === 'chunked') this.#expect('chunk');
    else if (length === 0) this.#endRequest();
    else this.#state = { kind: 'data', left: length, isChunk: false };
  }

  #beginChunk(line: string): void {
    const [, digits, extension = ''] = /^([0-9A-Fa-f]{1,12})(.*)$/s.exec(line) ?? [];
    this.#noteText(extension);
    this.#note('extensions of chunks', extension);
    const left = Number.parseInt(digits ?? '', 16);
    if (Number.isNaN(left)) this.#lose();
    else if (left === 0) this.#expect('trailer');
    else this.#state = { kind: 'data', left, isChunk: true };
  }

  #noteTrailer(line: string): void {
    this.#noteText(line);
    const [, name = '', value = ''] = /^([^\s:]+):(.*)$/s.exec(line) ?? [null, '', line];
    this.#note('names of headers', name);
    this.#note(`values of the trailer ${name.toLowerCase()}`, value.trim());
  }

  #noteHead({ url, rawHeaders }: RequestHead): void {
    this.#note('targets of requests', url);
    for (const [index, value] of rawHeaders.entries()) {
      const name = rawHeaders[index - 1]?.toLowerCase();
      if (index % 2 === 1) this.#note(`values of the header ${name}`, value.trim());
      else this.#note('names of headers', value);
    }
  }

  #noteText(line: string): void {
    const request = this.#requests.at(-1);
    if (request !== undefined && !TEXT.test(line)) request.isPlain = false;
  }

  #endRequest(): void {
    const request = this.#requests.at(-1);
    if (request !== undefined) request.end = this.#size;
    this.#expect('head');
  }

  #expect(of: Extract<State, { kind: 'line' }>['of']): void {
    this.#headBytes = 0;
    this.#state = { kind: 'line', of };
  }

  /** Gives up: the following bytes may be anything, and so may the request in which this was noticed. */
  #lose(): void {
    const request = this.#requests.at(-1);
    if (request?.end === null) request.isPlain = false;
    this.#state = { kind: 'lost' };
    this.#line = '';
    this.#headLines = [];
  }
}

/** Spaces around a value are not part of it (RFC 9112, section 5). */
export function digestOfHead({ method, url, httpVersion, rawHeaders }: RequestHead): string {
  return digestOf(JSON.stringify([method, url, httpVersion, ...rawHeaders.map((text) => text.trim())]));
}

function isRead({ digest, bodyBytes, isPlain, tunnel }: Framed, noted: NotedRequest | undefined): boolean {
  if (!isPlain || digest !== noted?.digest || bodyBytes !== noted.body.bytes) return false;
  return tunnel === null || (noted.tunnel !== undefined && tunnel.accountsFor(noted.tunnel));
}

function readHead([first = '', ...lines]: readonly string[]): RequestHead | null {
  const [, method, url, httpVersion] = /^(\S+) (\S+) HTTP\/(1\.[01])$/.exec(first) ?? [];
  const headers = lines.map((line) => /^([^\s:]+):(.*)$/s.exec(line)?.slice(1));
  if (method === undefined || url === undefined || httpVersion === undefined) return null;
  if (headers.includes(undefined)) return null;
  return { method, url, httpVersion, rawHeaders: headers.flatMap((pair) => pair ?? []) };
}

/** Returns `null` if the headers state the length in several ways or not clearly (RFC 9112, section 6.3). */
function bodyLengthOf({ rawHeaders }: RequestHead): number | 'chunked' | null {
  const valuesOf = (header: string) =>
    rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === header);
  const codings = valuesOf('transfer-encoding').map((value) => value.trim().toLowerCase());
  const lengths = valuesOf('content-length').map((value) => value.trim());
  if (codings.length + lengths.length === 0) return 0;
  if (codings.length + lengths.length > 1) return null;
  if (codings.length === 1) return codings[0] === 'chunked' ? 'chunked' : null;
  return /^\d{1,15}$/.test(lengths[0] ?? '') ? Number(lengths[0]) : null;
}
