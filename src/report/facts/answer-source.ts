import { REPLAYED, SIMULATED } from './wording.ts';

type Source = { simulated: boolean; replayed: boolean };

/**
 * The notices to show before any number if the answers came from a script or a recording instead of a model.
 */
export function sourceNotices({ simulated, replayed }: Source) {
  return [...(simulated ? [SIMULATED] : []), ...(replayed ? [REPLAYED] : [])];
}

/** The same notices as single words. */
export function sourceWords({ simulated, replayed }: Source): string[] {
  return [...(simulated ? ['simulated'] : []), ...(replayed ? ['replayed'] : [])];
}

/** The same words in parentheses, to follow a name; empty if a model answered. */
export function sourceMark(source: Source): string {
  const words = sourceWords(source);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
