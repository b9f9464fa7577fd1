/** One simple command of a command line. */
export type ShellCommand = {
  words: string[];
  /** The connector to the previous command: `;` for anything that runs both, `group` for a parenthesis. */
  after: Connector;
  /** Files that its input comes from. */
  inputs: string[];
  /** Files and descriptors that its output goes to. */
  outputs: string[];
  /** The text of its here-document or here-string. */
  document: string;
  /** Command lines inside it, whose output becomes part of it. */
  nested: string[];
  /** Its output becomes the arguments of another one, through `xargs`. */
  isFeeding: boolean;
};

type Connector = ';' | '&&' | '||' | '|' | 'group';

/** Reads a command line as a shell does, as far as is needed to see what is named in it and to what end. */
export function shellCommands(text: string): ShellCommand[] {
  return new Scanner(text.slice(0, MAX_CHARACTERS)).scan();
}

/** Nobody types that much; a program may. */
const MAX_CHARACTERS = 64 * 1024;

/** A command that was given as a list of its words. */
export function commandOf(words: readonly string[]): ShellCommand {
  return { ...emptyCommand(';'), words: [...words] };
}

type HereDocument = { delimiter: string; isIndented: boolean; command: ShellCommand };
type Target = 'input' | 'output' | 'document' | null;

class Scanner {
  readonly #text: string;
  #at = 0;
  #current = emptyCommand(';');
  #pipeline: ShellCommand[] = [];
  readonly #commands: ShellCommand[] = [];
  /** Here-documents begin with the next line. */
  #awaited: HereDocument[] = [];

  constructor(text: string) {
    this.#text = text.replaceAll('\\\n', '');
  }

  scan(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endPipeline(';');
    return this.#commands;
  }

  #step(): void {
    if (this.#take(/[ \t\r]+/y) !== null || this.#take(/#[^\n]*/y) !== null) return;
    if (this.#take(/\n/y) !== null) this.#endLine();
    else if (this.#take(/&&/y) !== null) this.#endPipeline('&&');
    else if (this.#take(/\|\|/y) !== null) this.#endPipeline('||');
    else if (this.#take(/;+|&(?!>)/y) !== null) this.#endPipeline(';');
    else if (this.#take(/[()]/y) !== null) this.#endPipeline('group');
    else if (this.#take(/\|&?/y) !== null) this.#endCommand('|');
    else if (this.#take(/<<-(?!<)/y) !== null) this.#awaitDocument({ isIndented: true });
    else if (this.#take(/<<(?!<)/y) !== null) this.#awaitDocument({ isIndented: false });
    else if (this.#take(/<<</y) !== null) this.#readTo('document');
    else if (this.#take(/&?>>?[&|]?/y) !== null) this.#readTo('output');
    else if (this.#take(/<(?!\()&?/y) !== null) this.#readTo('input');
    else this.#readTo(null);
  }

  #readTo(target: Target): void {
    this.#take(/[ \t]+/y);
    const word = this.#word();
    if (target === 'input') this.#current.inputs.push(word);
    if (target === 'output') this.#current.outputs.push(word);
    if (target === 'document') this.#current.document += word;
    if (target === null) this.#current.words.push(word);
  }

  /** Quotes are taken off; a command inside is kept apart and leaves nothing behind. */
  #word(): string {
    const start = this.#at;
    let word = '';
    while (this.#at < this.#text.length) {
      const literal = this.#take(/[^\s;&|()<>'"\\`$]+|\$(?!\()/y);
      if (literal !== null) word += literal;
      else if (this.#take(/\\/y) !== null) word += this.#take(/./sy) ?? '';
      else if (this.#take(/'/y) !== null) word += this.#until(/[^']*/y);
      else if (this.#take(/"/y) !== null) word += this.#quoted();
      else if (!this.#takeNested()) break;
    }
    // Whatever it is, it is not read again.
    if (this.#at === start) this.#at += 1;
    return word;
  }

  #quoted(): string {
    let text = '';
    while (this.#at < this.#text.length && this.#take(/"/y) === null) {
      const literal = this.#take(/[^"\\`$]+|\$(?!\()/y);
      if (literal !== null) text += literal;
      else if (this.#take(/\\/y) !== null) text += this.#take(/./sy) ?? '';
      else this.#takeNested();
    }
    return text;
  }

  #takeNested(): boolean {
    if (this.#take(/`/y) !== null) this.#current.nested.push(this.#until(/[^`]*/y));
    else if (this.#take(/[$<]\(/y) !== null) this.#current.nested.push(this.#balanced());
    else return false;
    return true;
  }

  #balanced(): string {
    const start = this.#at;
    for (let depth = 1; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === '(') depth += 1;
      if (this.#text[this.#at] === ')') depth -= 1;
      if (depth === 0) break;
    }
    return this.#text.slice(start, this.#at++);
  }

  /** Takes the text up to a closing mark, and skips the mark. */
  #until(pattern: RegExp): string {
    const text = this.#take(pattern) ?? '';
    this.#at += 1;
    return text;
  }

  #awaitDocument({ isIndented }: { isIndented: boolean }): void {
    this.#take(/[ \t]+/y);
    const command = this.#current;
    this.#awaited.push({ delimiter: this.#word(), isIndented, command });
  }

  #endLine(): void {
    for (const awaited of this.#awaited) awaited.command.document += this.#hereDocument(awaited);
    this.#awaited = [];
    const { words, inputs, nested, after } = this.#current;
    // Behind an operator a line goes on in the next one.
    const isBlank = words.length + inputs.length + nested.length === 0;
    this.#endPipeline(isBlank ? after : ';');
  }

  #hereDocument({ delimiter, isIndented }: HereDocument): string {
    const lines: string[] = [];
    while (this.#at < this.#text.length) {
      const line = this.#until(/[^\n]*/y);
      if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) break;
      lines.push(line);
    }
    return lines.join('\n');
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

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined || found === '') return null;
    this.#at += found.length;
    return found;
  }
}

function emptyCommand(after: Connector): ShellCommand {
  return { words: [], after, inputs: [], outputs: [], document: '', nested: [], isFeeding: false };
}
