import { ShellCursor } from './shell-cursor.ts';
import type { SimpleCommand } from './simple-command.ts';

/** Reads the commands inside a word: up to the closing bracket, or all of a line. */
export type NestedReader = {
  readToBracket(cursor: ShellCursor): { commands: SimpleCommand[]; isClosed: boolean };
  readLine(line: string): SimpleCommand[];
};

/** An expression with deeper brackets is treated as subshells. */
const ARITHMETIC = /\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)/y;
const ESCAPE = /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|([0-7]{1,3})|(.))/gis;
const ESCAPED: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
/** The limit for quotes and braces within each other. */
const MAX_DEPTH = 16;
/** Match the beginning of a command inside a word: in double quotes, and outside of quotes. */
const SUBSTITUTION = { quoted: /\$\(/y, bare: /[$<>]\(/y };
type Context = keyof typeof SUBSTITUTION;

/**
 * Reads words as a shell does: quotes are removed, variables stay as they are written, and commands inside are collected
 * in `nested` and leave no text.
 */
export class ShellWords {
  readonly nested: SimpleCommand[][] = [];
  /** Whether every quote and bracket is closed. */
  isClosed = true;
  readonly #cursor: ShellCursor;
  readonly #reader: NestedReader;
  #depth = 0;

  constructor(cursor: ShellCursor, reader: NestedReader) {
    this.#cursor = cursor;
    this.#reader = reader;
  }

  word(): string {
    const cursor = this.#cursor;
    // A quoted tilde is literal.
    let word = cursor.take(/~(?=[/ \t\n;&|()<>]|$)/y) === null ? '' : '$HOME';
    while (!cursor.isAtEnd) {
      const literal = cursor.take(/[^ \t\n;&|()<>'"\\`$]+/y);
      if (literal !== null) word += literal;
      else if (cursor.take(/\\/y) !== null) word += cursor.take(/./sy)?.replace('\n', '') ?? '\\';
      else if (cursor.take(/'/y) !== null) word += this.#until(/[^']*/y);
      else if (cursor.take(/\$'/y) !== null) word += unescaped(this.#until(/[^'\\]*(?:\\.[^'\\]*)*/sy));
      else if (cursor.take(/\$?"/y) !== null) word += this.#quoted();
      else {
        const value = this.#expansion('bare');
        if (value === null) break;
        word += value;
      }
    }
    return word;
  }

  /** Reads text in which quotes are literal: a here-document or arithmetic. */
  document(): string {
    let text = '';
    while (!this.#cursor.isAtEnd)
      text += this.#cursor.take(/[^\\`$]+/y) ?? this.#escape(/[$`\\]/y) ?? this.#expansion('quoted') ?? '';
    return text;
  }

  arithmetic(): string | null {
    const text = this.#cursor.take(ARITHMETIC);
    if (text === null) return null;
    const inside = new ShellWords(new ShellCursor(text), this.#reader);
    inside.document();
    this.nested.push(...inside.nested);
    return text;
  }

  #quoted(): string {
    let text = '';
    while (this.#cursor.take(/"/y) === null) {
      if (this.#isLeftOpen()) break;
      text += this.#cursor.take(/[^"\\`$]+/y) ?? this.#escape(/["$`\\]/y) ?? this.#expansion('quoted') ?? '';
    }
    return text;
  }

  /** A backslash is literal before a character that needs no escape. */
  #escape(escapable: RegExp): string | null {
    if (this.#cursor.take(/\\/y) === null) return null;
    return this.#cursor.take(/\n/y) === null ? (this.#cursor.take(escapable) ?? '\\') : '';
  }

  /** Reads a `$` and the brackets after it, or backticks. The name of a variable is then read like other text. */
  #expansion(context: Context): string | null {
    const cursor = this.#cursor;
    if (cursor.take(/\$(?=\(\()/y) !== null) {
      const arithmetic = this.arithmetic();
      if (arithmetic !== null) return `$${arithmetic}`;
      cursor.at -= 1;
    }
    if (cursor.take(SUBSTITUTION[context]) !== null) return this.#bracketed();
    if (cursor.take(/`/y) !== null) return this.#backticked();
    return cursor.take(/\$\{/y) === null ? cursor.take(/\$/y) : `\${${this.#braced(context)}`;
  }

  #bracketed(): string {
    const { commands, isClosed } = this.#reader.readToBracket(this.#cursor);
    this.nested.push(commands);
    this.isClosed &&= isClosed;
    return '';
  }

  #backticked(): string {
    const line = this.#until(/[^`\\]*(?:\\.[^`\\]*)*/sy).replaceAll(/\\([$`\\])/g, '$1');
    this.nested.push(this.#reader.readLine(line));
    return '';
  }

  /** Returns the text as it is written, without the commands inside it. */
  #braced(context: Context): string {
    if (this.#depth === MAX_DEPTH) return '';
    let text = '';
    this.#depth += 1;
    while (this.#cursor.take(/\}/y) === null) {
      if (this.#isLeftOpen()) break;
      text += this.#cursor.take(/[^}"'\\`$]+|\\./sy) ?? this.#partOfBraced(context);
    }
    this.#depth -= 1;
    return `${text}}`;
  }

  #partOfBraced(context: Context): string {
    if (this.#cursor.take(/"/y) !== null) return `"${this.#quoted()}"`;
    const mark = this.#cursor.take(/'/y);
    if (mark !== null) return context === 'bare' ? `'${this.#until(/[^']*/y)}'` : mark;
    return this.#expansion(context) ?? this.#cursor.take(/./sy) ?? '';
  }

  /** Takes the text up to a closing mark, and the mark. */
  #until(pattern: RegExp): string {
    const text = this.#cursor.take(pattern) ?? '';
    if (!this.#isLeftOpen()) this.#cursor.at += 1;
    return text;
  }

  #isLeftOpen(): boolean {
    if (this.#cursor.isAtEnd) this.isClosed = false;
    return this.#cursor.isAtEnd;
  }
}

/** Decodes the escapes of `$'…'`. */
function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_, hex?: string, unicode?: string, octal?: string, other = '') => {
    const code = hex ?? unicode;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return ESCAPED[other] ?? (/["'?\\]/.test(other) ? other : `\\${other}`);
  });
}
