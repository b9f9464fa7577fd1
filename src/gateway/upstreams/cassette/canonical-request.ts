import { canonicalJson } from '../../../base/digest.ts';
import { pathWithoutKey } from '../../http/path-without-key.ts';

/** What identifies a request. Two requests that are equal in all of this are the same. */
export type CanonicalRequest = { wire: string; method: 'GET' | 'POST'; path: string; request: unknown };

/** Fields that a client sets for the provider's accounts and caches; no model sees them. */
const NOTES = new Set(['metadata', 'client_metadata', 'prompt_cache_key']);

/**
 * The patterns of what varies from run to run without meaning anything, in the order in which they are
 * tried. Paths, ids and the agent's user number become marks numbered by first appearance, so that it
 * stays visible which result belongs to which call. Times become marks without a number: two that were
 * equal once need not be equal again.
 */
const PASSING: readonly (readonly [string, string])[] = [
  ['path', String.raw`(?:/private)?(?:/var)?/tmp/[\w.+-]+|/var/folders/[\w+]+/[\w+]+/T/[\w.+-]+`],
  ['id', String.raw`(?<![0-9A-Za-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`],
  ['id', String.raw`\b(?:assay|ak)-[0-9a-f]{32,}\b|\b[0-9a-f]{32,}\b`],
  ['id', String.raw`\b(?:toolu|call|msg|resp|fc|rs|req|chatcmpl)[_-]\w[\w-]*`],
  ['id', String.raw`(?<=\b(?:Chunk ID|PGID): )[0-9a-f]+\b`],
  // The agent has another number in every sandbox; `id` prints it.
  ['user', String.raw`(?<=\b(?:uid|gid|groups)=)\d+(?=\(agent\))`],
  // A measured duration has a fraction.
  ['time', String.raw`(?<![\d.])\d+\.\d+ ?(?:ms|s|seconds)\b`],
  [
    'time',
    String.raw`\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?(?![\w-])`,
  ],
  [
    'time',
    String.raw`\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* {1,2}\d{1,2}(?:,? \d{4}| \d\d:\d\d)(?::\d\d)?`,
  ],
];
/** Some agents leave it out at the start of each piece of an output, wherever the pieces happen to begin. */
const BYTE_ORDER_MARK = '\ufeff';
const PATTERN = new RegExp(PASSING.map(([, source]) => `(${source})`).join('|'), 'g');

/** A request as the client sent it, in plain data that can be passed to a thread. */
export type RawRequest = { wire: string; method: 'GET' | 'POST'; url: string; body: Uint8Array };

export function canonicalRequest({ wire, method, url, body }: RawRequest): CanonicalRequest {
  const marks = new Marks();
  const text = new TextDecoder().decode(body);
  return {
    wire,
    method,
    path: pathWithoutKey(new URL(url)),
    request: text === '' ? null : marks.in(withoutNotes(JSON.parse(text))),
  };
}

/** The key is equal for the same request, and for no other. */
export function keyOf({ wire, method, path, request }: CanonicalRequest): string {
  return canonicalJson([wire, method, path, request]);
}

/** The marks of one request. Keys are visited in the order of their names. */
class Marks {
  readonly #known = new Map<string, string>();
  readonly #count = new Map<string, number>();

  in(value: unknown): unknown {
    if (typeof value === 'string')
      return value.replaceAll(BYTE_ORDER_MARK, '').replaceAll(PATTERN, (...found) => this.#markFor(found));
    if (Array.isArray(value)) return value.map((item) => this.in(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, member]) => [name, this.in(member)]));
  }

  #markFor([text = '', ...groups]: (string | undefined)[]): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const [kind = ''] = PASSING[groups.findIndex((group) => group !== undefined)] ?? [];
    if (kind === 'time') return '<time>';
    const number = (this.#count.get(kind) ?? 0) + 1;
    const mark = `<${kind} ${number}>`;
    this.#count.set(kind, number);
    this.#known.set(text, mark);
    return mark;
  }
}

function withoutNotes(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOTES.has(name)));
}
