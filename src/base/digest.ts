import { createHash } from 'node:crypto';

export type Digest = `sha256:${string}`;

export function digestOf(content: string | Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * Equal values give equal text: object keys are sorted at every depth and `undefined` members are left out.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (isPlainObject(member) ? sortKeys(member) : member));
}

/**
 * Yields the text of `canonicalJson` in pieces, so that no caller has to hold all of
 * it or wait for all of it.
 */
export function* canonicalPieces(value: unknown, depth = 3): Generator<string> {
  if (depth > 0 && Array.isArray(value)) {
    const items = value.map((item: unknown) => canonicalPieces(item ?? null, depth - 1));
    yield* listed('[', items, ']');
  } else if (depth > 0 && isPlainObject(value)) {
    const members = Object.entries(sortKeys(value)).filter(([, member]) => member !== undefined);
    yield* listed(
      '{',
      members.map(([key, member]) => memberPieces(key, member, depth - 1)),
      '}',
    );
  } else yield canonicalJson(value);
}

function* memberPieces(key: string, member: unknown, depth: number): Generator<string> {
  yield `${JSON.stringify(key)}:`;
  yield* canonicalPieces(member, depth);
}

function* listed(open: string, items: readonly Generator<string>[], close: string): Generator<string> {
  yield open;
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield* item;
  }
  yield close;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
