import { ShellCursor } from './shell-cursor.ts';
import { type NestedReader, ShellWords } from './shell-words.ts';
import { type Connector, emptyCommand, type SimpleCommand } from './simple-command.ts';

/** Parses a command line as a shell does, as far as is needed to see what it names and for what purpose. */
export function shellCommands(text: string): SimpleCommand[] {
  return new Scanner(new ShellCursor(text.slice(0, MAX_CHARACTERS)), 0).scan().commands;
}

/** The rest of a longer command line is ignored. No person types that much, but a program may. */
const MAX_CHARACTERS = 64 * 1024;
/** The limit for commands within commands. */
const MAX_DEPTH = 16;
const BLANK = /(?:[ \t]|\\\n)+/y;
const DESCRIPTOR = /(?:\d+|\{\w+\})(?=[<>])/y;
/** Reserved words that a command follows. */
const INTRODUCING = new Set(['then', 'do', 'else', 'if', 'elif', 'while', 'until', '!', '{', 'time']);

type HereDocument = { delimiter: string; isIndented: boolean; isQuoted: boolean; command: SimpleCommand };

class Scanner {
  readonly #cursor: ShellCursor;
  readonly #depth: number;
  readonly #nestedReader: NestedReader;
  #current = emptyCommand(';');
  #pipeline: SimpleCommand[] = [];
  readonly #commands: SimpleCommand[] = [];
  /** Here-documents whose text begins on the next line. */
  #awaited: HereDocument[] = [];
  /** Groups and `case` commands that are still open: a pattern of `case` ends with a bracket that nothing opened. */
  readonly #open: ('group' | 'case')[] = [];
  /** Whether the bracket that closes these commands was found. */
  #isClosed = false;

  constructor(cursor: ShellCursor, depth: number) {
    this.#cursor = cursor;
    this.#depth = depth;
    const reads = (inside: ShellCursor) => new Scanner(inside, depth + 1).scan();
    this.#nestedReader = {
      readToBracket: reads,
      readLine: (line) => reads(new ShellCursor(line)).commands,
    };
  }

  scan(): { commands: SimpleCommand[]; isClosed: boolean } {
    if (this.#depth === MAX_DEPTH) this.#cursor.at = this.#cursor.text.length;
    while (!this.#cursor.isAtEnd && !this.#isClosed) this.#step();
    this.#endPipeline(';');
    return { commands: this.#commands, isClosed: this.#isClosed };
  }

  #step(): void {
    if (this.#takes(BLANK) || this.#takes(/#[^\n]*/y)) return;
    if (this.#takes(/\n/y)) this.#endLine();
    else if (this.#takes(/&&/y)) this.#endPipeline('&&');
    else if (this.#takes(/\|\|/y)) this.#endPipeline('||');
    else if (this.#takes(/;+&?|&(?!>)/y)) this.#endPipeline(';');
    else if (this.#cursor.isAt(/\(\(/y) && this.#readArithmetic()) return;
    else if (this.#takes(/\(/y)) this.#openGroup();
    else if (this.#takes(/\)/y)) this.#closeBracket();
    else if (this.#takes(/\|&?/y)) this.#endCommand('|');
    else if (this.#takes(DESCRIPTOR)) return;
    else if (this.#takes(/<<-(?!<)/y)) this.#awaitDocument({ isIndented: true });
    else if (this.#takes(/<<(?!<)/y)) this.#awaitDocument({ isIndented: false });
    else if (this.#takes(/<<</y)) this.#current.document += this.#operand();
    else if (this.#takes(/&?>(?!\()>?[&|]?/y)) this.#current.outputs.push(this.#operand());
    else if (this.#takes(/<(?!\()[&>]?/y)) this.#current.inputs.push(this.#operand());
    else this.#readWord();
  }

  #takes(pattern: RegExp): boolean {
    return this.#cursor.take(pattern) !== null;
  }

  #readWord(): void {
    const { at } = this.#cursor;
    const word = this.#word();
    // Skips a character that cannot begin a word, so that the scan goes on.
    if (this.#cursor.at === at) this.#cursor.at += 1;
    if (word === 'case' && this.#isAtStart()) this.#open.push('case');
    if (word === 'esac' && this.#isAtStart() && this.#open.at(-1) === 'case') this.#open.pop();
    this.#current.words.push(word);
  }

  /** Whether a word that is added now would be the command's name. */
  #isAtStart(): boolean {
    return this.#current.words.every((word) => INTRODUCING.has(word));
  }

  #operand(): string {
    this.#takes(BLANK);
    return this.#word();
  }

  #word(): string {
    return this.#read(this.#cursor, (words) => words.word());
  }

  #readArithmetic(): boolean {
    const text = this.#read(this.#cursor, (words) => words.arithmetic());
    if (text !== null) this.#current.words.push(text);
    return text !== null;
  }

  #read<Text>(cursor: ShellCursor, read: (words: ShellWords) => Text, command = this.#current): Text {
    const words = new ShellWords(cursor, this.#nestedReader);
    const text = read(words);
    command.nested.push(...words.nested);
    if (!words.isClosed) command.after = 'unclosed';
    return text;
  }

  #openGroup(): void {
    this.#open.push('group');
    this.#endPipeline('group');
  }

  #closeBracket(): void {
    const innermost = this.#open.at(-1);
    if (innermost === undefined && this.#depth > 0) this.#isClosed = true;
    if (innermost === 'group') this.#open.pop();
    this.#endPipeline('group');
  }

  #awaitDocument({ isIndented }: { isIndented: boolean }): void {
    const { at, text } = this.#cursor;
    const delimiter = this.#operand();
    const isQuoted = /['"\\]/.test(text.slice(at, this.#cursor.at));
    this.#awaited.push({ delimiter, isIndented, isQuoted, command: this.#current });
  }

  #endLine(): void {
    for (const awaited of this.#awaited) this.#readDocument(awaited);
    this.#awaited = [];
    const { words, inputs, nested, after } = this.#current;
    // After an operator the command continues on the next line.
    const isBlank = words.length + inputs.length + nested.length === 0;
    this.#endPipeline(isBlank ? after : ';');
  }

  #readDocument({ delimiter, isIndented, isQuoted, command }: HereDocument): void {
    const lines: string[] = [];
    while (!this.#cursor.isAtEnd) {
      const line = isQuoted ? this.#line(/[^\n]*/y) : unwrapped(this.#line(/[^\n\\]*(?:\\.[^\n\\]*)*/sy));
      if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) break;
      lines.push(line);
    }
    const text = lines.join('\n');
    command.document += isQuoted
      ? text
      : this.#read(new ShellCursor(text), (words) => words.document(), command);
  }

  #line(pattern: RegExp): string {
    const line = this.#cursor.take(pattern) ?? '';
    this.#cursor.at += 1;
    return line;
  }

  #endPipeline(next: Connector): void {
    this.#endCommand(next);
    const feeder = this.#pipeline.findLastIndex(({ words }) => words[0] === 'xargs');
    for (const command of this.#pipeline.slice(0, Math.max(0, feeder))) command.isFeeding = true;
    for (const command of this.#pipeline) this.#commands.push(command);
    this.#pipeline = [];
  }

  #endCommand(next: Connector): void {
    this.#pipeline.push(this.#current);
    this.#current = emptyCommand(next);
  }
}

/** A backslash before a line end continues the line, unless it is escaped itself. */
function unwrapped(line: string): string {
  return line.replaceAll(/\\(.)/gs, (pair, escaped: string) => (escaped === '\n' ? '' : pair));
}
