import { join } from 'node:path';
import { parseYaml } from '../base/parse-yaml.ts';
import { type ModelPrice, Prices } from '../contracts/prices.ts';
import { readGiven } from './given-file.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The compiler copies no YAML, so the package ships this one file of its sources. */
const OURS = join(PACKAGE_ROOT, 'src/scoring/prices/prices.yaml');

const FORM = '"assay schema prices" shows its form.';

/** Reads the prices of models. Entries of the given file come before ours. */
export function readPrices(file?: string): ModelPrice[] {
  return [...(file === undefined ? [] : pricesIn(file)), ...pricesIn(OURS)];
}

function pricesIn(file: string): ModelPrice[] {
  return parseYaml(Prices, readGiven({ file, what: 'prices', hint: FORM }), file).models;
}
