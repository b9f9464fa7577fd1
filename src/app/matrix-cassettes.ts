import { join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { holdsCassettes, seedOfCassettes } from '../gateway/upstreams/cassette/cassette-file.ts';
import { type CassetteOptions, seedFor } from './cassette-choice.ts';
import { type Combination, nameOfCombination } from './combinations.ts';

/** The cassettes of one agent with one model, in a folder of their own. No id of an agent has an underscore. */
export function cassettesOf(
  { agent, model }: Pick<Combination, 'agent' | 'model'>,
  { record, replay }: CassetteOptions,
): CassetteOptions {
  const name = `${agent}_${encodeURIComponent(model)}`;
  return {
    record: record === undefined ? undefined : join(record, name),
    replay: replay === undefined ? undefined : join(replay, name),
  };
}

/** All runs of a matrix have one seed, and a replay that of its recordings. */
export function seedOfMatrix(
  combinations: readonly Combination[],
  { cassettes = {}, seed }: { cassettes?: CassetteOptions | undefined; seed?: string | undefined },
): string {
  const { replay } = cassettes;
  if (seed !== undefined || replay === undefined) return seedFor(null, seed);
  const recorded = combinations.flatMap((combination) => {
    const folder = resolve(cassettesOf(combination, { replay }).replay ?? replay);
    const name = nameOfCombination(combination);
    return holdsCassettes(folder) ? [{ name, folder, seed: seedOfCassettes(folder) }] : [];
  });
  const [first] = recorded;
  if (first === undefined) throw nothingRecorded(combinations, replay);
  const other = recorded.find((one) => one.seed !== first.seed);
  if (other === undefined) return first.seed;
  throw new AssayError(
    'USAGE',
    `What is recorded of ${first.name} in ${first.folder} has another seed than ${other.name} in ${other.folder}: ` +
      'they are of different recordings, whose trials came in different orders. Replay each by itself.',
  );
}

function nothingRecorded(combinations: readonly Combination[], replay: string): AssayError {
  const folders = combinations.map((one) => cassettesOf(one, { replay }).replay).join(', ');
  return new AssayError(
    'FILE_NOT_FOUND',
    `There are no cassettes of these agents and models, which would be in ${folders}. Record them with --record.`,
  );
}
