import { Buffer, isUtf8 } from 'node:buffer';
import { digestOf } from '../base/digest.ts';
import { normalised } from '../base/normalised.ts';
import { disguisesOf } from '../probes/canary/disguises.ts';
import { SearchBudget } from '../probes/canary/search-budget.ts';
import { unwrap } from '../probes/canary/unwrap.ts';
import { viewsOf } from '../probes/canary/views.ts';
import type { Secret } from './secrets-of-task.ts';

export type Sighting = {
  secret: Secret;
  /** The way in which it is packed, encoded or turned around; empty if anybody can read it. */
  how: string;
  /** How many of its telling lines were found; `null` if all of it was. */
  lines: { found: number; of: number } | null;
};

/** A shorter text stands in other texts by chance. */
const TELLING_CHARACTERS = 8;
const TELLING_BYTES = 16;
const FEWEST_LINES = 3;
const LARGE_SHARE = 1 / 2;
/** Longer secrets are not looked for in disguises of disguises, which would take long. */
const SHORT_BYTES = 64;
const ALL_BYTES = 64 * 1024 ** 2;

/**
 * Finds expected answers in what a task gives away: whole or in large parts, packed, encoded, turned around, in
 * other letter case, punctuation or spacing. What was unpacked is kept, because many tasks share files.
 */
export class AnswerSearch {
  readonly #budget = new SearchBudget(ALL_BYTES);
  readonly #layers = new Map<string, Layer[]>();
  readonly #sought = new Map<Secret, Sought>();

  /** Lines of an answer that are in `known` tell nothing. */
  find(content: Uint8Array, secrets: readonly Secret[], known = ''): Sighting[] {
    const layers = this.#layersOf(content);
    return secrets.flatMap((secret) => {
      const sought = this.#soughtOf(secret);
      return wholeIn(layers, secret, sought) ?? partIn(layers, secret, sought, known) ?? [];
    });
  }

  /** False once there was more than is searched. */
  get isComplete(): boolean {
    return this.#budget.left > 0;
  }

  #layersOf(content: Uint8Array): Layer[] {
    const digest = digestOf(content);
    const known = this.#layers.get(digest);
    if (known !== undefined) return known;
    const layers = [...unwrap(content, 'known', this.#budget)].flatMap((part) =>
      'unsearched' in part ? [] : [asLayer(part.bytes, part.how)],
    );
    this.#layers.set(digest, layers);
    return layers;
  }

  #soughtOf(secret: Secret): Sought {
    const known = this.#sought.get(secret) ?? soughtOf(secret);
    this.#sought.set(secret, known);
    return known;
  }
}

/** Letters and digits, without everything that may be written differently. */
export function lettersOf(text: string): string {
  return normalised(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

type Layer = { bytes: Buffer; how: string; texts: readonly string[] };

function asLayer(bytes: Uint8Array, how: readonly string[]): Layer {
  const texts = viewsOf(bytes, how.length === 0).map((view) => lettersOf(Buffer.from(view).toString()));
  return { bytes: Buffer.from(bytes), how: how.join(', '), texts: [...new Set(texts)] };
}

type Sought = {
  /** The letters of the secret as it is, and in disguise. */
  forms: readonly { how: string; letters: string }[];
  lines: readonly string[];
};

function soughtOf({ content, isAnswer }: Secret): Sought {
  if (!isUtf8(content)) return { forms: [], lines: [] };
  const text = Buffer.from(content).toString();
  const forms = disguised(text.trim()).map(({ how, text: disguise }) => ({
    how,
    letters: lettersOf(disguise),
  }));
  return {
    forms: forms.filter(({ letters }) => letters.length >= TELLING_CHARACTERS),
    lines: isAnswer ? tellingLines(text) : [],
  };
}

function disguised(text: string): { how: string; text: string }[] {
  const bytes = Buffer.from(text);
  if (bytes.length > SHORT_BYTES)
    return [
      { how: '', text },
      { how: 'reversed', text: [...text].reverse().join('') },
    ];
  const [, ...others] = disguisesOf(bytes.toString('latin1'));
  return [{ how: '', text }, ...others.map((one) => ({ how: one.how.join(', '), text: one.text }))];
}

/** A value of JSON in one line has as many as it has parts. */
function tellingLines(text: string): string[] {
  const lines = spread(text).split('\n').map(lettersOf);
  return [...new Set(lines)].filter((line) => line.length >= TELLING_CHARACTERS);
}

function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    // It is no JSON, but has lines of its own.
    return text;
  }
}

function wholeIn(layers: readonly Layer[], secret: Secret, { forms }: Sought): Sighting | null {
  for (const layer of layers) {
    if (
      forms.length === 0 &&
      secret.content.length >= TELLING_BYTES &&
      layer.bytes.includes(Buffer.from(secret.content))
    )
      return { secret, how: layer.how, lines: null };
    const form = forms.find(({ letters }) => layer.texts.some((text) => text.includes(letters)));
    if (form !== undefined)
      return { secret, how: [layer.how, form.how].filter((how) => how !== '').join(', '), lines: null };
  }
  return null;
}

function partIn(layers: readonly Layer[], secret: Secret, { lines }: Sought, known: string): Sighting | null {
  const telling = lines.filter((line) => !known.includes(line));
  const enough = Math.max(FEWEST_LINES, lines.length * LARGE_SHARE);
  for (const { how, texts } of layers) {
    const found = telling.filter((line) => texts.some((text) => text.includes(line))).length;
    if (found >= enough) return { secret, how, lines: { found, of: lines.length } };
  }
  return null;
}
