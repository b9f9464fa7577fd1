import { endOfQuoted, readDelimiter, type ShellDialect } from './here-delimiter.ts';
import { PieceRecorder, type Program, type Snapshot } from './piece-recorder.ts';

/** A here-document as a shell reads it, whatever a grammar takes it for. */
export type HereDocument = {
  /** Where `<<` is. */
  start: number;
  /** The word that says which line ends the body. */
  wordStart: number;
  wordEnd: number;
  bodyStart: number;
  /** Where the line begins that ends the body. */
  bodyEnd: number;
  /** Behind that line, without its line break. */
  end: number;
};

/**
 * Finds the here-documents of a script by the rules of shells: the delimiter is a word without its quotation marks, and the
 * body ends with the first line that equals it, or with the text. Null if that cannot be told.
 */
export function hereDocumentsIn(text: string, dialect: ShellDialect): HereDocument[] | null {
  return scriptAsRead(text, dialect)?.documents ?? null;
}

/** A script as a shell cuts it into commands, whatever a grammar makes of it. */
export type ScriptAsRead = {
  program: Program;
  documents: HereDocument[];
  /** Everything that it opens, such as a quotation or a parenthesis, ends. */
  isClosed: boolean;
};

/** Null if it cannot be told where a here-document ends. */
export function scriptAsRead(text: string, dialect: ShellDialect): ScriptAsRead | null {
  return new ShellScanner(text, dialect, MAX_BODIES_IN_BODIES).scan([commandsUpTo(null, [], false)]);
}

/** The body of a here-document, in which only substitutions are read. */
export function bodyAsRead(text: string): ScriptAsRead | null {
  return new ShellScanner(text, 'bash', MAX_BODIES_IN_BODIES).scan([{ kind: 'body' }]);
}

type Pending = {
  start: number;
  wordStart: number;
  wordEnd: number;
  delimiter: string;
  isQuoted: boolean;
  stripsTabs: boolean;
};

/** What is being read. A subshell shares the list of here-documents whose bodies are still to come. */
type Frame =
  | {
      kind: 'commands';
      closer: ')' | '`' | null;
      pending: Pending[];
      isPartOfWord: boolean;
      isArray: boolean;
      cases: number;
      /** Where the word begins that these commands are a part of. */
      wordStart: number;
    }
  | { kind: 'quoted' | 'brackets' | 'body' }
  | { kind: 'braces'; keepsQuotes: boolean }
  | { kind: 'arithmetic'; opener: number; start: number; depth: number; found: number; pieces: Snapshot };
type Commands = Extract<Frame, { kind: 'commands' }>;

/** What looks like arithmetic is read again as commands if it turns out to be that, which nobody nests. */
const MAX_READINGS = 8;
const MAX_BODIES_IN_BODIES = 4;
const BEFORE_COMMAND = /^(?:if|then|elif|else|while|until|do|time|!|\{|\}|fi|done|esac|\w+\+?=.*)$/s;
/** `${name%…`: an expansion in which quotation marks count even between others. */
const CUTS = /\$\{!?(?:\w{1,200}|[@*#?$!-])(?:\[[^\]\n]{0,200}\])?[#%^,/]/y;
const LONGEST_WORD = 200;

class ShellScanner {
  private readonly text: string;
  private readonly dialect: ShellDialect;
  private readonly depthLeft: number;
  private readonly found: HereDocument[] = [];
  private readonly frames: Frame[] = [];
  private readonly pieces = new PieceRecorder(0);
  /** The ends of the backticks that are open. */
  private readonly limits: number[] = [];
  private readonly notArithmetic = new Set<number>();
  private at = 0;
  private isUnclear = false;
  private isCommandNext = true;
  private wordStart = -1;

  constructor(text: string, dialect: ShellDialect, depthLeft: number) {
    this.text = text;
    this.dialect = dialect;
    this.depthLeft = depthLeft;
  }

  scan(frames: readonly Frame[]): ScriptAsRead | null {
    this.frames.push(...frames);
    let left = MAX_READINGS * this.text.length;
    while (!this.isUnclear && left >= 0) {
      const before = this.at;
      if (before < this.text.length) this.step();
      else if (!this.rereadUnclosed()) return this.asRead();
      left -= Math.max(1, this.at - before);
    }
    return null;
  }

  private asRead(): ScriptAsRead | null {
    if (this.wordStart !== -1) this.pieces.word(this.wordStart, this.text.length);
    const isClosed = this.frames.length === 1;
    const program = this.pieces.finish(this.text.length);
    return program === null ? null : { program, documents: this.found, isClosed };
  }

  private get limit(): number {
    return this.limits.at(-1) ?? this.text.length;
  }

  private step(): void {
    const frame = this.frames.at(-1);
    const char = this.text.charAt(this.at);
    if (frame === undefined) this.isUnclear = true;
    else if (this.at >= this.limit) this.closeBackticks();
    else if (char === '\\') this.skipEscape(frame.kind === 'commands');
    else if (frame.kind === 'commands') this.readCommands(frame, char);
    else if (char === '`') this.openBackticks();
    else if (char === '$') this.readDollar(frame);
    else if (frame.kind === 'body') this.at++;
    else if (char === '"') this.toggleQuoted(frame);
    else if (frame.kind === 'quoted') this.at++;
    else if (char === "'" && !(frame.kind === 'braces' && frame.keepsQuotes)) this.skipTo("'", 1);
    else this.readInside(frame, char);
  }

  private readCommands(frame: Commands, char: string): void {
    if (char === '\n') this.endLine(frame);
    else if (char === ' ' || char === '\t') this.endWord(frame, 1);
    else if (char === '#' && this.wordStart === -1) this.skipTo('\n', 0);
    else if (char === ';' || char === '&' || char === '|') this.readSeparator(frame, char);
    else if (char === '<' || char === '>') this.readRedirect(frame);
    else if (char === '(') this.openParenthesis(frame);
    else if (char === ')') this.closeParenthesis(frame);
    else this.readWord(frame, char);
  }

  private readSeparator(frame: Commands, char: string): void {
    const [before, behind] = [this.text.charAt(this.at - 1), this.text.charAt(this.at + 1)];
    this.endWord(frame, 1);
    this.isCommandNext = true;
    const isRedirect =
      char !== ';' && (before === '>' || (char === '&' && (before === '<' || behind === '>')));
    const isPipe = char === '|' ? before !== '|' && behind !== '|' : char === '&' && before === '|';
    if (!isRedirect) this.pieces.separate(isPipe ? 'pipe' : 'end', this.at - 1, this.at);
  }

  private readWord(frame: Frame, char: string): void {
    const start = this.wordStart;
    if (start === -1) this.wordStart = this.at;
    if (char === "'") this.skipTo("'", 1);
    else if (char === '"') this.toggleQuoted(frame);
    else if (char === '`') this.openBackticks();
    else if (char === '$') this.readDollar(frame);
    else {
      const isIndex = char === '[' && this.isCommandNext && start !== -1;
      if (isIndex && /^\w+$/.test(this.text.slice(start, Math.min(this.at, start + LONGEST_WORD))))
        this.frames.push({ kind: 'brackets' });
      this.at++;
    }
  }

  /** What is in braces, brackets or arithmetic. */
  private readInside(frame: Frame, char: string): void {
    this.at++;
    if (frame.kind === 'braces' && char === '}') this.frames.pop();
    if (frame.kind === 'brackets' && char === ']') this.frames.pop();
    if (frame.kind === 'brackets' && char === '[') this.frames.push({ kind: 'brackets' });
    if (frame.kind !== 'arithmetic') return;
    if (char === '(') frame.depth++;
    if (char !== ')' || frame.depth-- > 0) return;
    if (this.text.charAt(this.at) === ')') {
      this.at++;
      this.frames.pop();
    } else this.reread(frame);
  }

  private reread(frame: Extract<Frame, { kind: 'arithmetic' }>): void {
    this.notArithmetic.add(frame.start);
    this.frames.length = this.frames.indexOf(frame);
    this.found.length = frame.found;
    this.pieces.restore(frame.pieces);
    this.limits.length = this.frames.filter(isInBackticks).length;
    this.at = frame.opener;
  }

  private rereadUnclosed(): boolean {
    const frame = this.frames.find(({ kind }) => kind === 'arithmetic');
    if (frame?.kind !== 'arithmetic') return false;
    this.reread(frame);
    return true;
  }

  private readDollar(frame: Frame): void {
    const next = this.text.charAt(this.at + 1);
    if (next === '(') this.openSubstitution(1);
    else if (next === "'" && frame.kind === 'commands' && this.dialect !== 'dash')
      this.at = endOfQuoted(this.text, this.at + 2, "'", this.limit) + 1;
    else if (next === '{') this.openBraces(frame);
    else {
      if (next === '[') this.frames.push({ kind: 'brackets' });
      this.at += next === '[' || next === '#' || next === '$' ? 2 : 1;
    }
  }

  private openBraces(frame: Frame): void {
    const isQuoted = frame.kind === 'quoted' || frame.kind === 'body' || isKeeping(frame);
    const mayKeep = this.dialect !== 'bash' || frame.kind === 'body';
    CUTS.lastIndex = this.at;
    this.frames.push({ kind: 'braces', keepsQuotes: isQuoted && mayKeep && !CUTS.test(this.text) });
    this.at += 2;
  }

  /** `$(…)` or `<(…)`, the parenthesis of which is so many characters ahead. */
  private openSubstitution(ahead: number): void {
    const start = this.at + ahead;
    if (this.isArithmetic(start)) this.openArithmetic(start);
    else {
      this.at = start + 1;
      this.open({ ...commandsUpTo(')', [], true), wordStart: this.wordStart });
    }
  }

  private openParenthesis(frame: Commands): void {
    const isArray = this.wordStart !== -1 && this.text.charAt(this.at - 1) === '=';
    if (this.isArithmetic(this.at)) this.openArithmetic(this.at);
    else {
      this.endWord(frame, 1);
      this.open({ ...commandsUpTo(')', frame.pending, false), isArray });
    }
  }

  private isArithmetic(start: number): boolean {
    return this.text.startsWith('((', start) && !this.notArithmetic.has(start);
  }

  private openArithmetic(start: number): void {
    const pieces = this.pieces.snapshot();
    this.frames.push({
      kind: 'arithmetic',
      opener: this.at,
      start,
      depth: 0,
      found: this.found.length,
      pieces,
    });
    this.at = start + 2;
  }

  private open(frame: Commands): void {
    this.frames.push(frame);
    this.isCommandNext = true;
    this.wordStart = -1;
    if (isNested(frame)) this.pieces.openNested(this.at);
    else this.pieces.separate('open', this.at - 1, this.at);
  }

  private closeParenthesis(frame: Commands): void {
    const { closer, isPartOfWord, pending } = frame;
    this.endWord(frame, 1);
    this.isCommandNext = true;
    if (frame.cases > 0 || closer !== ')') {
      this.pieces.separate('end', this.at - 1, this.at);
      return;
    }
    this.frames.pop();
    if (isNested(frame)) this.pieces.closeNested(this.at - 1);
    else this.pieces.separate('close', this.at - 1, this.at);
    if (!isPartOfWord) return;
    this.wordStart = frame.wordStart === -1 ? this.at - 1 : frame.wordStart;
    this.isCommandNext = false;
    // The bodies that a substitution has not come to follow the line in which it ends.
    this.frames.findLast((outer) => outer.kind === 'commands')?.pending.push(...pending);
  }

  private openBackticks(): void {
    if (this.limits.length > 0) this.isUnclear = true;
    this.limits.push(endOfQuoted(this.text, this.at + 1, '`', this.text.length));
    this.at++;
    this.open({ ...commandsUpTo('`', [], true), wordStart: this.wordStart });
  }

  private closeBackticks(): void {
    const outermost = this.frames.findLastIndex(isInBackticks);
    const inside = this.frames.splice(outermost);
    if (this.wordStart !== -1) this.pieces.word(this.wordStart, this.limit);
    inside.filter(isNested).forEach(() => {
      this.pieces.closeNested(this.limit);
    });
    this.at = this.limit + 1;
    this.limits.pop();
    const [first] = inside;
    this.wordStart = first?.kind === 'commands' && first.wordStart !== -1 ? first.wordStart : this.at - 1;
    this.isCommandNext = false;
  }

  private toggleQuoted(frame: Frame): void {
    this.at++;
    if (frame.kind === 'quoted') this.frames.pop();
    else this.frames.push({ kind: 'quoted' });
  }

  private skipEscape(isInCommands: boolean): void {
    const isContinuation = this.text.charAt(this.at + 1) === '\n';
    if (isInCommands && !isContinuation && this.wordStart === -1) this.wordStart = this.at;
    this.at += 2;
  }

  private skipTo(mark: string, behind: number): void {
    const found = this.text.indexOf(mark, this.at + behind);
    this.at = found === -1 ? this.limit : Math.min(found + behind, this.limit);
  }

  private endWord(frame: Commands, skipped: number): void {
    if (this.wordStart !== -1) this.pieces.word(this.wordStart, this.at);
    if (this.wordStart !== -1 && this.isCommandNext) {
      const word = this.text.slice(this.wordStart, Math.min(this.at, this.wordStart + LONGEST_WORD));
      if (word === 'case') frame.cases++;
      if (word === 'esac') frame.cases = Math.max(0, frame.cases - 1);
      this.isCommandNext = BEFORE_COMMAND.test(word);
    }
    this.wordStart = -1;
    this.at += skipped;
  }

  private readRedirect(frame: Commands): void {
    this.endWord(frame, 0);
    const { text, at } = this;
    if (text.startsWith('<<<', at)) this.at += 3;
    else if (text.startsWith('<<', at)) this.readOperator(frame);
    else if (text.charAt(at + 1) === '(') this.openSubstitution(1);
    else this.at++;
  }

  private readOperator({ pending }: Commands): void {
    const start = this.at;
    const stripsTabs = this.text.charAt(start + 2) === '-';
    let wordStart = start + (stripsTabs ? 3 : 2);
    while (/^(?:[ \t]|\\\n)/.test(this.text.slice(wordStart, wordStart + 2)))
      wordStart += this.text.charAt(wordStart) === '\\' ? 2 : 1;
    const delimiter = readDelimiter(this.text, wordStart, this.limit, this.dialect);
    if (delimiter === null) {
      this.isUnclear = true;
      return;
    }
    const { text, isQuoted, end } = delimiter;
    if (end > wordStart)
      pending.push({ start, wordStart, wordEnd: end, delimiter: text, isQuoted, stripsTabs });
    this.at = end;
  }

  private endLine(frame: Commands): void {
    this.endWord(frame, 1);
    const lineEnd = this.at - 1;
    this.isCommandNext = true;
    for (const pending of frame.pending.splice(0)) {
      const { start, wordStart, wordEnd, isQuoted } = pending;
      const bodyStart = Math.min(this.at, this.limit);
      const [bodyEnd, end] = this.endOfBody(pending, this.frames.some(isInSubstitution));
      this.found.push({ start, wordStart, wordEnd, bodyStart, bodyEnd, end });
      if (!isQuoted) this.scanBody(bodyStart, bodyEnd);
      this.at = end < this.limit && this.text.charAt(end) === '\n' ? end + 1 : end;
    }
    this.pieces.separate('end', lineEnd, this.at);
  }

  /** Where the last line begins and ends. In a substitution, its parenthesis may follow on the same line. */
  private endOfBody(pending: Pending, isInParentheses: boolean): [number, number] {
    const { delimiter, isQuoted, stripsTabs } = pending;
    for (let at = this.at; at < this.limit; ) {
      const end = this.endOfLine(at, !isQuoted);
      const line = this.text.slice(at, end);
      const joined = isQuoted ? line : line.replace(/\\\n/g, '');
      const tabs = stripsTabs ? (/^\t*/.exec(joined)?.[0].length ?? 0) : 0;
      const said = joined.slice(tabs);
      if (said === delimiter) return [at, end];
      if (isInParentheses && said.startsWith(delimiter) && said.includes(')', delimiter.length))
        return [at, end - said.length + delimiter.length];
      at = end + 1;
    }
    return [this.limit, this.limit];
  }

  /** Where a line ends; a backslash before the line break joins it to the next. */
  private endOfLine(start: number, isJoined: boolean): number {
    for (let from = start; ; ) {
      const found = this.text.indexOf('\n', from);
      if (found === -1 || found >= this.limit) return this.limit;
      let slashes = 0;
      while (isJoined && this.text.charAt(found - 1 - slashes) === '\\' && found - slashes > start) slashes++;
      if (slashes % 2 === 0) return found;
      from = found + 1;
    }
  }

  /** Commands in a body that is expanded have here-documents of their own. */
  private scanBody(start: number, end: number): void {
    const body = this.text.slice(start, end);
    if (!body.includes('<<')) return;
    const inner =
      this.depthLeft === 0
        ? null
        : new ShellScanner(body, this.dialect, this.depthLeft - 1).scan([{ kind: 'body' }]);
    if (inner === null) this.isUnclear = true;
    for (const one of inner?.documents ?? []) this.found.push(shifted(one, start));
  }
}

function commandsUpTo(closer: Commands['closer'], pending: Pending[], isPartOfWord: boolean): Commands {
  return { kind: 'commands', closer, pending, isPartOfWord, isArray: false, cases: 0, wordStart: -1 };
}

/** What it reads is a part of a piece. */
function isNested(frame: Frame): boolean {
  return frame.kind === 'commands' && (frame.isPartOfWord || frame.isArray);
}

function isInBackticks(frame: Frame): boolean {
  return frame.kind === 'commands' && frame.closer === '`';
}

function isInSubstitution(frame: Frame): boolean {
  return frame.kind === 'commands' && frame.closer === ')' && frame.isPartOfWord;
}

function isKeeping(frame: Frame): boolean {
  return frame.kind === 'braces' && frame.keepsQuotes;
}

function shifted(document: HereDocument, by: number): HereDocument {
  return {
    start: document.start + by,
    wordStart: document.wordStart + by,
    wordEnd: document.wordEnd + by,
    bodyStart: document.bodyStart + by,
    bodyEnd: document.bodyEnd + by,
    end: document.end + by,
  };
}
