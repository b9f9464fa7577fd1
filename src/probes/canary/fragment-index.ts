import { Buffer } from 'node:buffer';
import type { Canary } from '../../contracts/evidence.ts';
import { disguisesOf } from './disguises.ts';
import { fold } from './fold.ts';

/**
 * The number of characters of a value that are searched for together. A megabyte of random letters holds a
 * given random piece of this length in one of a thousand cases, and half of a value takes three pieces.
 */
export const FRAGMENT = 6;

/** The part of a value that no other text holds: its longest run of letters and digits. */
export function secretPart(value: string): string {
  const runs = value.split(/[^0-9a-z]+/i);
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

type Fragment = { canary: string; at: number; how: string; codes: Uint8Array };

export type OnFound = (fragment: Pick<Fragment, 'canary' | 'at' | 'how'>) => void;

/**
 * Indexes every piece of every value under every disguise, so that one pass over a text finds them all.
 * A rolling hash over the text looks up the first characters of a piece, so that each step costs the
 * same, however many pieces there are.
 */
export class FragmentIndex {
  readonly #byHash = new Map<number, Fragment[]>();
  /** Filters out the many hashes that lead nowhere, without a lookup in the map. */
  readonly #mayLead = new Uint8Array(FILTER_SIZE);

  constructor(canaries: readonly Canary[]) {
    for (const { name, value } of canaries) {
      const secret = secretPart(value);
      for (let at = 0; at + FRAGMENT <= secret.length; at++) {
        this.#addAll(name, at, secret.slice(at, at + FRAGMENT));
      }
    }
  }

  #addAll(canary: string, at: number, piece: string): void {
    const known = new Set<string>();
    for (const { how, text } of disguisesOf(piece)) {
      const key = text.toLowerCase();
      // The first disguise is the simplest one that gives these characters.
      if (known.has(key)) continue;
      known.add(key);
      const codes = fold(Buffer.from(text, 'latin1'));
      if (codes.length >= FRAGMENT) this.#add({ canary, at, how: how.join(', ') || 'plain', codes });
    }
  }

  #add(fragment: Fragment): void {
    const hash = hashOf(fragment.codes);
    this.#mayLead[hash & (FILTER_SIZE - 1)] = 1;
    const others = this.#byHash.get(hash);
    if (others === undefined) this.#byHash.set(hash, [fragment]);
    else others.push(fragment);
  }

  /** Searches every `stride`th character, starting from each that may be the first. */
  find(codes: Uint8Array, stride: number, onFound: OnFound): void {
    for (let phase = 0; phase < stride; phase++) this.#scan(everyNth(codes, stride, phase), onFound);
  }

  #scan(codes: Uint8Array, onFound: OnFound): void {
    let hash = 0;
    for (let end = 0; end < codes.length; end++) {
      const leaving = end < FRAGMENT ? 0 : (codes[end - FRAGMENT] ?? 0);
      hash = (Math.imul(hash - Math.imul(leaving, LEAVING), BASE) + (codes[end] ?? 0)) | 0;
      if (this.#mayLead[hash & (FILTER_SIZE - 1)] === 1 && end >= FRAGMENT - 1) {
        this.#look(codes, end - FRAGMENT + 1, hash, onFound);
      }
    }
  }

  #look(codes: Uint8Array, start: number, hash: number, onFound: OnFound): void {
    for (const fragment of this.#byHash.get(hash) ?? []) {
      if (fragment.codes.every((code, index) => codes[start + index] === code)) onFound(fragment);
    }
  }
}

const FILTER_SIZE = 2 ** 18;
const BASE = 0x01000193;
const LEAVING = power(BASE, FRAGMENT - 1);

function power(base: number, exponent: number): number {
  return exponent === 0 ? 1 : Math.imul(base, power(base, exponent - 1));
}

function hashOf(codes: Uint8Array): number {
  return codes.subarray(0, FRAGMENT).reduce((hash, code) => (Math.imul(hash, BASE) + code) | 0, 0);
}

function everyNth(codes: Uint8Array, stride: number, phase: number): Uint8Array {
  if (stride === 1) return codes;
  const picked = new Uint8Array(Math.max(0, Math.ceil((codes.length - phase) / stride)));
  for (let index = 0; index < picked.length; index++) picked[index] = codes[phase + index * stride] ?? 0;
  return picked;
}
