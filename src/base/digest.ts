import { createHash } from 'node:crypto';

export type Digest = `sha256:${string}`;

export function digestOf(content: string | Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Equal values give equal text: object keys are sorted at every depth and `undefined` members left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (isPlainObject(member) ? sortKeys(member) : member));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
