import { REPLAYED, SIMULATED } from './wording.ts';

type Source = { simulated: boolean; replayed: boolean };

/** What has to be said before any number, where no model answered just then. */
export function answerNotices({ simulated, replayed }: Source) {
  return [...(simulated ? [SIMULATED] : []), ...(replayed ? [REPLAYED] : [])];
}

/** The same in a word each. */
export function sourceWords({ simulated, replayed }: Source): string[] {
  return [...(simulated ? ['simulated'] : []), ...(replayed ? ['replayed'] : [])];
}

/** The same behind a name; nothing where the model answered itself. */
export function sourceMark(source: Source): string {
  const words = sourceWords(source);
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
