import type { ParsedTree, SyntaxNode } from '../../syntax/script-parser.ts';
import { overlookedIn } from './differs-from-shell.ts';
import { bodyAsRead, type HereDocument, type ScriptAsRead } from './here-documents.ts';
import type { Piece, Program } from './piece-recorder.ts';

export type PieceParser = {
  /** Null if the grammar gives up, or enough was parsed. */
  parse(source: string): ParsedTree | null;
  /** Notes that something is nested too deep to be read. */
  giveUp(): void;
};

/**
 * The tree of a script as a shell cuts it into commands. The grammar parses each simple command by itself, so that what
 * it cannot read in one of them hides no other. A command that it cannot read is read word by word.
 */
export function treeOfPieces(text: string, read: ScriptAsRead, parser: PieceParser): SyntaxNode {
  return new PieceTrees(text, read.documents, parser).program(read.program);
}

/** Commands between an opening word or parenthesis and the closing one. */
type Group = { isParenthesis: boolean; start: number; statements: SyntaxNode[]; pipeline: SyntaxNode[] };

/** Deeper than any person nests; readers of trees are recursive. */
const MAX_DEPTH = 16;
const MAX_GROUPS = 60;
const INTRODUCING = new Set(['then', 'do', 'else', 'elif', '!', 'time', 'coproc']);
const OPENING = new Set(['{', 'if', 'while', 'until', 'for', 'select', 'case']);
const CLOSING = new Set(['}', 'fi', 'done', 'esac']);
const OPERATOR = /(?:<<<|&>>?|[<>]{1,2}[&|]?)[ \t]*$/;

class PieceTrees {
  private readonly text: string;
  private readonly documents: readonly HereDocument[];
  private readonly parser: PieceParser;
  /** The operators in `[[ … ]]` separate no commands. */
  private isInTest = false;
  private depth = 0;

  constructor(text: string, documents: readonly HereDocument[], parser: PieceParser) {
    this.text = text;
    this.documents = documents.toSorted((one, other) => one.start - other.start);
    this.parser = parser;
  }

  program(program: Program): SyntaxNode {
    if (this.depth === MAX_DEPTH) this.parser.giveUp();
    const { start, end, tokens } = this.depth === MAX_DEPTH ? { ...program, tokens: [] } : program;
    this.depth++;
    const root: Group = { isParenthesis: true, start, statements: [], pipeline: [] };
    const groups = [root];
    const top = () => groups.at(-1) ?? root;
    let isPiped = false;
    for (const token of tokens) {
      if (token.kind === 'pipe') isPiped = true;
      else if (token.kind === 'open') this.open(groups, end, true);
      else if (token.kind === 'close') {
        while (groups.length > 1 && !top().isParenthesis) close(groups, end);
        close(groups, end);
      } else if (token.kind === 'piece') {
        this.addPiece(token, groups, isPiped);
        isPiped = false;
      } else if (!isPiped) endPipeline(top());
    }
    while (groups.length > 1) close(groups, end);
    endPipeline(root);
    this.depth--;
    return node('program', start, end, root.statements);
  }

  private addPiece(piece: Piece, groups: Group[], isPiped: boolean): void {
    if (this.isPartOfTest(piece)) {
      groups.at(-1)?.statements.push(...piece.nested.map((nested) => this.program(nested)));
      return;
    }
    let from = piece.start;
    let isLoop = false;
    for (const { start, end } of piece.words) {
      const word = this.text.slice(start, end);
      if (this.text.slice(from, start).trim() !== '') break;
      if (OPENING.has(word)) this.open(groups, start, false);
      else if (CLOSING.has(word)) {
        if (groups.at(-1)?.isParenthesis === false) close(groups, end);
      } else if (!INTRODUCING.has(word)) break;
      from = end;
      isLoop = word === 'for' || word === 'select';
      if (isLoop || word === 'case') break;
    }
    const group = groups.at(-1);
    const statement = this.statement(piece, from);
    if (group === undefined || statement === null) return;
    const last = group.pipeline.at(-1);
    const isOfLast = !isPiped && last !== undefined;
    if (isOfLast && /^\s*(?:\d*[<>]|&>)/.test(this.text.slice(from, piece.end))) {
      const redirects = statement.children.filter(({ type }) => type.endsWith('_redirect'));
      group.pipeline.splice(
        -1,
        1,
        node('redirected_statement', last.start, statement.end, [last, ...redirects]),
      );
      return;
    }
    if (isOfLast) endPipeline(group);
    group.pipeline.push(isLoop ? loopOf(statement) : statement);
  }

  private open(groups: Group[], start: number, isParenthesis: boolean): void {
    if (groups.length < MAX_GROUPS) groups.push({ isParenthesis, start, statements: [], pipeline: [] });
    else this.parser.giveUp();
  }

  private isPartOfTest({ words, end }: Piece): boolean {
    const texts = words.map((word) => this.text.slice(word.start, word.end));
    const [first] = texts;
    const wasInTest = this.isInTest;
    const isPattern = this.text.charAt(end) === ')';
    if (texts.includes(']]')) this.isInTest = false;
    else if (first === '[[' && !isPattern) this.isInTest = true;
    else if (this.text.charAt(end) === ';') this.isInTest = false;
    return wasInTest || this.isInTest;
  }

  /** A simple command with its here-documents, and with the substitutions that the grammar has overlooked. */
  private statement(piece: Piece, from: number): SyntaxNode | null {
    const documents = startingIn(this.documents, from, piece.end);
    const source = documents.reduce(
      (text, { start, wordEnd }) =>
        text.slice(0, start - from) + ' '.repeat(wordEnd - start) + text.slice(wordEnd - from),
      this.text.slice(from, piece.end),
    );
    if (source.trim() === '' && documents.length === 0) return null;
    const tree = this.parser.parse(source);
    const isRead = tree !== null && !tree.hasError;
    const command = isRead ? joined(shifted(tree, from)) : this.commandOfWords(piece, from);
    const bodies = documents.map((document) => this.redirectOf(document));
    const overlooked = isRead ? overlookedIn(command, piece.nested) : [];
    const statement =
      bodies.length === 0 ? command : node('redirected_statement', from, piece.end, [command, ...bodies]);
    if (overlooked.length === 0) return statement;
    return node('list', from, piece.end, [...overlooked.map((nested) => this.program(nested)), statement]);
  }

  private redirectOf({ start, wordStart, wordEnd, bodyStart, bodyEnd, end }: HereDocument): SyntaxNode {
    const isQuoted = /['"\\]/.test(this.text.slice(wordStart, wordEnd));
    const body = this.text.slice(bodyStart, bodyEnd);
    const nested = isQuoted || !/[$`]/.test(body) ? [] : (bodyAsRead(body)?.program.tokens ?? []);
    const programs = nested.flatMap((token) => (token.kind === 'piece' ? token.nested : []));
    const inner = new PieceTrees(body, [], this.parser);
    const parts = isQuoted
      ? []
      : inner.looseParts(0, body.length, programs).map((part) => shifted(part, bodyStart));
    return node('heredoc_redirect', start, end, [node('heredoc_body', bodyStart, bodyEnd, parts)]);
  }

  private commandOfWords(piece: Piece, from: number): SyntaxNode {
    const children: SyntaxNode[] = [];
    let behind = from;
    for (const { start, end } of piece.words) {
      if (start < from) continue;
      const operator = OPERATOR.exec(this.text.slice(behind, start));
      const hasName = children.some(({ type }) => type === 'command_name');
      const nested = startingIn(piece.nested, start, end);
      if (operator !== null)
        children.push(this.redirectTo(behind + operator.index, operator[0], start, end, nested));
      else if (hasName) children.push({ ...this.wordOf(start, end, nested), field: 'argument' });
      else if (ASSIGNMENT.test(this.text.slice(start, end)))
        children.push(this.assignmentOf(start, end, nested));
      else
        children.push({
          ...node('command_name', start, end, [this.wordOf(start, end, nested)]),
          field: 'name',
        });
      behind = end;
    }
    return node('command', from, piece.end, children);
  }

  private redirectTo(
    at: number,
    operator: string,
    start: number,
    end: number,
    nested: readonly Program[],
  ): SyntaxNode {
    const type = operator.startsWith('<<<') ? 'herestring_redirect' : 'file_redirect';
    return node(type, at, end, [{ ...this.wordOf(start, end, nested), field: 'destination' }]);
  }

  private assignmentOf(start: number, end: number, nested: readonly Program[]): SyntaxNode {
    const [name = ''] = /^\w+/.exec(this.text.slice(start, end)) ?? [];
    const from = this.text.indexOf('=', start) + 1;
    return node('variable_assignment', start, end, [
      { ...node('variable_name', start, start + name.length, []), field: 'name' },
      { ...this.wordOf(from, end, nested), field: 'value' },
    ]);
  }

  private wordOf(start: number, end: number, nested: readonly Program[]): SyntaxNode {
    const tree = this.parser.parse(`: ${this.text.slice(start, end)}`);
    const command = tree === null || tree.hasError ? undefined : tree.children[0];
    const word = command?.children[1];
    return word !== undefined && command?.children.length === 2 && tree?.children.length === 1
      ? shifted(word, start - 2)
      : node('concatenation', start, end, this.looseParts(start, end, nested));
  }

  /** Text without its quotation marks, variables by their form, and substitutions as a shell finds them. */
  private looseParts(start: number, end: number, nested: readonly Program[]): SyntaxNode[] {
    const parts: SyntaxNode[] = [];
    let at = start;
    for (const program of nested) {
      parts.push(...this.plainParts(at, program.start));
      parts.push(node('command_substitution', program.start, program.end, [this.program(program)]));
      at = Math.max(at, program.end + 1);
    }
    return [...parts, ...this.plainParts(at, end)];
  }

  private plainParts(start: number, end: number): SyntaxNode[] {
    return [...this.text.slice(start, end).matchAll(PLAIN_PART)].map(({ 0: part, 1: name, index }) => {
      const from = start + index;
      if (name === undefined) return node('word', from, from + part.length, []);
      const nameStart = from + part.length - name.length;
      const variable = node('variable_name', nameStart, nameStart + name.length, []);
      return node('simple_expansion', from, from + part.length, [variable]);
    });
  }
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
const PLAIN_PART = /\$\{?(\w+)|[^'"`$(){}]+/g;

function node(type: string, start: number, end: number, children: readonly SyntaxNode[]): SyntaxNode {
  return { type, field: null, start, end, children };
}

function endPipeline(group: Group): void {
  const [first] = group.pipeline;
  const last = group.pipeline.at(-1);
  if (first === undefined || last === undefined) return;
  group.statements.push(first === last ? first : node('pipeline', first.start, last.end, group.pipeline));
  group.pipeline = [];
}

/** The innermost group becomes one element of the pipeline around it. */
function close(groups: Group[], end: number): void {
  const outer = groups.at(-2);
  const group = groups.at(-1);
  if (group === undefined || outer === undefined) return;
  endPipeline(group);
  groups.pop();
  const start = group.statements[0]?.start ?? group.start;
  outer.pipeline.push(node('subshell', start, group.statements.at(-1)?.end ?? end, group.statements));
}

/** `x in a b` behind `for`, which has been read as a command. */
function loopOf(command: SyntaxNode): SyntaxNode {
  const [variable, , ...values] = command.children;
  if (variable === undefined || command.type !== 'command') return command;
  const fields = values.map((value): SyntaxNode => ({ ...value, field: 'value' }));
  return node('for_statement', command.start, command.end, [{ ...variable, field: 'variable' }, ...fields]);
}

function joined(tree: SyntaxNode): SyntaxNode {
  const [only] = tree.children;
  return only !== undefined && tree.children.length === 1 ? only : { ...tree, type: 'list' };
}

/** Of items in the order of the text, those that start in a part of it. */
function startingIn<Item extends { start: number }>(
  items: readonly Item[],
  start: number,
  end: number,
): Item[] {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? end) < start) low = middle + 1;
    else high = middle;
  }
  const found: Item[] = [];
  for (let item = items[low]; item !== undefined && item.start < end; item = items[++low]) found.push(item);
  return found;
}

function shifted({ type, field, start, end, children }: SyntaxNode, by: number): SyntaxNode {
  return {
    type,
    field,
    start: start + by,
    end: end + by,
    children: children.map((child) => shifted(child, by)),
  };
}
