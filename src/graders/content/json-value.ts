import { messageOf } from '../../base/assay-error.ts';

/** A number with all of its digits: JavaScript's own numbers would drop what stands beyond the sixteenth. */
export class JsonNumber {
  readonly written: string;
  readonly value: number;
  /** All ways to write one number have the same digits. */
  readonly digits: string;

  constructor(written: string) {
    this.written = written;
    this.value = Number(written);
    this.digits = digitsOf(written);
  }
}

/** Parses JSON and keeps the digits of numbers; a string says what is wrong with the text. */
export function parseJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text, withDigits) };
  } catch (error) {
    // `JSON.parse` runs out of stack where values are nested too deeply.
    return { fault: error instanceof RangeError ? 'it is nested too deeply' : messageOf(error) };
  }
}

/** The type of the standard library does not know yet that a third argument has what was written. */
function withDigits(_key: string, value: unknown, ...[context]: readonly unknown[]): unknown {
  const isNumber = typeof value === 'number' && typeof context === 'object' && context !== null;
  if (!isNumber || !('source' in context) || typeof context.source !== 'string') return value;
  return new JsonNumber(context.source);
}

function digitsOf(written: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/(?<!0)0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}
