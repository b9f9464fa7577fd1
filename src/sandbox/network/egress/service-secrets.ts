import { Transform } from 'node:stream';
import type { ServiceSecret } from '../../sandbox.ts';
import { isIn, type Target } from './decide.ts';

/** What stands for a secret inside a sandbox. It needs no escape in a URL, in JSON or in a header. */
export function placeholderOf({ variable }: Pick<ServiceSecret, 'variable'>): string {
  // The end keeps one name from being the beginning of another.
  return `assay-placeholder-${variable}-end`;
}

/** The secrets that a host is given. */
export function secretsFor(secrets: readonly ServiceSecret[], target: Target): ServiceSecret[] {
  return secrets.filter(({ hosts }) => isIn(hosts, target));
}

/** Puts the secrets in the place of their placeholders, in a URL or in the value of a header. */
export function insertSecrets(
  text: string,
  secrets: readonly ServiceSecret[],
  form: 'url' | 'header',
): string {
  const [, encoded] = form === 'header' ? (/^Basic +([A-Za-z0-9+/=]+)$/i.exec(text) ?? []) : [];
  if (encoded !== undefined) {
    const pair = Buffer.from(encoded, 'base64').toString('latin1');
    const full = replaced(pair, secrets);
    return full === pair ? text : `Basic ${Buffer.from(full, 'latin1').toString('base64')}`;
  }
  return replaced(text, secrets, form === 'url' ? encodeURIComponent : undefined);
}

function replaced(
  text: string,
  secrets: readonly ServiceSecret[],
  encode = (value: string): string => value,
): string {
  return secrets.reduce(
    (before, secret) => before.replaceAll(placeholderOf(secret), () => encode(secret.value)),
    text,
  );
}

/** Puts placeholders in the place of the secrets, in a text. */
export function removeSecrets(text: string, secrets: readonly ServiceSecret[]): string {
  return patternsOf(secrets).reduce(
    (before, { bytes, placeholder }) => before.replaceAll(`${bytes}`, () => `${placeholder}`),
    text,
  );
}

/** Whether a text holds a secret, in any case: names of headers are passed back in lower case. */
export function holdsSecret(text: string, secrets: readonly ServiceSecret[]): boolean {
  const said = text.toLowerCase();
  return patternsOf(secrets).some(({ bytes }) => said.includes(`${bytes}`.toLowerCase()));
}

/** Puts placeholders in the place of the secrets, in a stream: a service may send back what it was sent. */
export function withoutSecrets(secrets: readonly ServiceSecret[]): Transform {
  const patterns = patternsOf(secrets);
  const longest = Math.max(...patterns.map(({ bytes }) => bytes.length));
  let held: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const { clean, rest } = clear(Buffer.concat([held, chunk]), patterns, longest);
      held = rest;
      done(null, clean);
    },
    flush(done) {
      done(null, clear(held, patterns, 1).clean);
    },
  });
}

type Pattern = { bytes: Buffer; placeholder: Buffer };

/** The forms in which a secret comes back, the longest first: a form may be part of another. */
function patternsOf(secrets: readonly ServiceSecret[]): Pattern[] {
  const all = secrets.flatMap((secret) =>
    [...formsOf(secret.value)].map((form) => ({
      bytes: Buffer.from(form),
      placeholder: Buffer.from(placeholderOf(secret)),
    })),
  );
  return all.toSorted((one, other) => other.bytes.length - one.bytes.length);
}

/** A secret as it is, in a URL, in JSON, and in base64 at each of the three places where it can begin. */
function formsOf(value: string): Set<string> {
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${'x'.repeat(before)}${value}`)
      .toString('base64')
      .replace(/(?<!=)=+$/, '');
    const end = encoded.length - ((before + Buffer.byteLength(value)) % 3 === 0 ? 0 : 1);
    return encoded.slice(Math.ceil((before * 4) / 3), end);
  });
  const inUrls = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return new Set([
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    ...inBase64,
    ...inUrls,
  ]);
}

/** Replaces what is whole, and returns the end in which a secret may have begun. */
function clear(
  bytes: Buffer,
  patterns: readonly Pattern[],
  longest: number,
): { clean: Buffer; rest: Buffer } {
  const parts: Buffer[] = [];
  let at = 0;
  for (let found = next(bytes, patterns, at); found !== null; found = next(bytes, patterns, at)) {
    parts.push(bytes.subarray(at, found.at), found.placeholder);
    at = found.end;
  }
  const end = beginningIn(bytes, patterns, Math.max(at, bytes.length - longest + 1));
  return {
    clean: Buffer.concat([...parts, bytes.subarray(at, end)]),
    rest: Buffer.from(bytes.subarray(end)),
  };
}

/** Where the bytes at the end may be the beginning of a secret, so that everything before can be passed on. */
function beginningIn(bytes: Buffer, patterns: readonly Pattern[], from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const tail = bytes.subarray(at);
    if (patterns.some((pattern) => pattern.bytes.subarray(0, tail.length).equals(tail))) return at;
  }
  return bytes.length;
}

function next(bytes: Buffer, patterns: readonly Pattern[], from: number) {
  let first: { at: number; end: number; placeholder: Buffer } | null = null;
  for (const pattern of patterns) {
    const at = bytes.indexOf(pattern.bytes, from);
    if (at === -1 || (first !== null && at >= first.at)) continue;
    first = { at, end: at + pattern.bytes.length, placeholder: pattern.placeholder };
  }
  return first;
}
