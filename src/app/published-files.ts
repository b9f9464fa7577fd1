import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, digestOf } from '../base/digest.ts';
import { Sha256 } from '../contracts/identifiers.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import { reportFormats } from '../report/report-formats.ts';
import { requirePlain } from '../store/require-plain.ts';
import { writeGiven } from './given-file.ts';

export type RunPlace = { resultsDir: string; runId: string };

export const SEAL_FILE = 'seal.json';

/** The copy of the scorecard that the database keeps. */
export const STORED_SCORECARD = 'scorecard in the database';

const FORMATS = reportFormats.filter(({ isPublished }) => isPublished);

/** Each copy of a published scorecard, by name. */
export function copiesOf(scorecard: Scorecard): Map<string, string> {
  return new Map([[STORED_SCORECARD, canonicalJson(scorecard)], ...filesOf(scorecard)]);
}

export function writePublished(resultsDir: string, scorecard: Scorecard, seal: string): void {
  const { runId } = scorecard;
  mkdirSync(join(resultsDir, runId), { recursive: true });
  for (const [name, text] of [...filesOf(scorecard), [SEAL_FILE, seal] as const])
    writeGiven({ file: placeOf({ resultsDir, runId }, name), what: 'scorecard' }, text);
}

/** Removes what was published of a run, because the run is being resumed. */
export function unpublish({ resultsDir, runId }: RunPlace): void {
  requirePlain(join(resultsDir, runId), 'folder');
  for (const name of [SEAL_FILE, ...FORMATS.map(fileName)])
    rmSync(join(resultsDir, runId, name), { force: true });
}

/**
 * Reads a file as one character per byte, so that no byte is decoded as something else; `null` if it cannot
 * be read.
 */
export function readPublished(place: RunPlace, name: string): string | null {
  try {
    return readFileSync(placeOf(place, name), 'latin1');
  } catch {
    return null;
  }
}

/**
 * Anybody may have written the seal, so a file that it names is read only if it is a copy of the scorecard.
 */
export function readCopy(place: RunPlace, name: string): string | null {
  return FORMATS.some((format) => fileName(format) === name) ? readPublished(place, name) : null;
}

/** Converts text from the database to the same form. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/**
 * A placeholder for the root digest, which cannot be known before; nothing else in a scorecard can be equal
 * to it.
 */
export function rootPlace(runId: string): Sha256 {
  return digestOf(`the root digest of ${runId}`);
}

/** The root digest that a copy of the scorecard says it was published with. */
export function publishedRoot(stored: string | null, place: RunPlace): Sha256 | null {
  const files = FORMATS.map((format) => readPublished(place, fileName(format)));
  const roots = [stored, ...files].map((text) => Sha256.safeParse(ROOT.exec(text ?? '')?.[1]).data);
  return roots.find((root) => root !== undefined) ?? null;
}

/** Matches the root digest in the JSON forms; inside a JSON string the quotes would be escaped. */
const ROOT = /"rootDigest": ?"(sha256:[0-9a-f]{64})"/;

function filesOf(scorecard: Scorecard): [string, string][] {
  return FORMATS.map((format) => [
    fileName(format),
    format.render(scorecard, { colour: false, columns: 100 }),
  ]);
}

function placeOf({ resultsDir, runId }: RunPlace, name: string): string {
  const [folder, file] = [join(resultsDir, runId), join(resultsDir, runId, name)];
  requirePlain(folder, 'folder');
  requirePlain(file, 'file');
  return file;
}

function fileName({ extension }: { extension: string }): string {
  return `scorecard.${extension}`;
}
