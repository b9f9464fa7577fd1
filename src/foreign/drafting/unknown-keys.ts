import type { UnknownKey } from '../../base/parse-tolerantly.ts';
import type { LossList } from './loss-list.ts';
import { oneLine } from './one-line.ts';

/** Names the keys that a format does not have, or that are not known here. */
export function noteUnknown(unknown: readonly UnknownKey[], file: string, losses: LossList): void {
  for (const { path, place } of unknown)
    losses.dropped(file, place, `Nothing is known of the key "${oneLine(path.map(String).join('.'), '')}".`);
}
