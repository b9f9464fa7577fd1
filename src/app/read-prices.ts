import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { type ModelPrice, Prices } from '../contracts/prices.ts';
import { PACKAGE_ROOT } from './package-root.ts';

/** The compiler copies no YAML, so the package ships this one file of its sources. */
const OURS = join(PACKAGE_ROOT, 'src/prices/prices.yaml');

/** What models cost: the entries of a file before ours. */
export function readPrices(file?: string): ModelPrice[] {
  return [...(file === undefined ? [] : pricesIn(file)), ...pricesIn(OURS)];
}

function pricesIn(file: string): ModelPrice[] {
  return parseYaml(Prices, read(file), file).models;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `The file ${file} with prices cannot be read: ${messageOf(cause)}. "assay schema prices" shows its form.`;
    throw new AssayError('FILE_UNREADABLE', message, { cause });
  }
}
