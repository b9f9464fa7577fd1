import { InvalidArgumentError } from 'commander';
import type { Sha256 } from '../contracts/identifiers.ts';

export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Expected a number.');
}

export function positive(text: string): number {
  const value = number(text);
  if (value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** An unset shell variable gives an empty argument, which as a path would be the current folder. */
export function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Expected text that is not empty.');
}

/** Collects the values of a repeatable option. */
export function append(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

export function appendNotEmpty(value: string, before?: readonly string[]): string[] {
  return append(notEmpty(value), before);
}

export function digest(text: string): Sha256 {
  if (/^sha256:[0-9a-f]{64}$/.test(text)) return `sha256:${text.slice('sha256:'.length)}`;
  throw new InvalidArgumentError('Expected "sha256:" and 64 digits from 0 to f, as a scorecard shows it.');
}
