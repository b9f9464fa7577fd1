import { styleText } from 'node:util';
import type { Tone } from '../facts/wording.ts';

const STYLES = {
  good: ['green'],
  warn: ['yellow'],
  bad: ['red'],
  muted: ['dim'],
  plain: [],
  strong: ['bold'],
  accent: ['cyan'],
  action: ['magenta'],
} as const satisfies Record<Tone, readonly string[]>;

/** The text must be printable already, because it is written unchanged. */
export function paint(tone: Tone, text: string, colour: boolean): string {
  return colour && text !== '' ? styleText([...STYLES[tone]], text, { validateStream: false }) : text;
}
