import type { EventExcerpt } from '../../contracts/failed-trial.ts';

type Labelled = Pick<EventExcerpt, 'kind' | 'atMs' | 'tool' | 'isError'> & { notCounted?: string | null };

const ROLES = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  'tool-call': 'calls',
  'tool-result': 'result',
  rejection: 'refused by the provider',
} as const satisfies Record<EventExcerpt['kind'], string>;

/** Says who spoke, and when. */
export function eventLabel({ kind, atMs, tool, isError, notCounted = null }: Labelled): string {
  const parts = [
    ROLES[kind],
    ...(tool === null ? [] : [tool]),
    ...(isError ? ['(error)'] : []),
    ...(notCounted === null ? [] : [`(${notCounted})`]),
  ];
  return `${parts.join(' ')} · ${(atMs / 1000).toFixed(2)} s`;
}

export function describeLeftOut(count: number, what: string): string {
  return `[… ${count} ${what} left out …]`;
}
