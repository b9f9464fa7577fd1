import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { DefaultValue, ParsedCommand, Redirect, ShellWord } from './parsed-command.ts';

/**
 * Converts a `command` node, and the redirects around it, into words. Every child becomes a part of the command: what is
 * neither a word nor a redirect, such as an assignment, is run before it.
 */
export function readCommand(
  node: SyntaxNode,
  redirects: readonly SyntaxNode[],
  source: string,
): ParsedCommand {
  const parts = new CommandParts(source);
  for (const child of [...node.children, ...redirects]) parts.add(child);
  const { words, redirects: all, before, after } = parts;
  return { words, redirects: all, before, after, start: node.start, end: node.end };
}

export function isRedirect({ field, type }: SyntaxNode): boolean {
  return field === 'redirect' || type.endsWith('_redirect');
}

class CommandParts {
  readonly words: ShellWord[] = [];
  readonly redirects: Redirect[] = [];
  readonly before: SyntaxNode[] = [];
  readonly after: SyntaxNode[] = [];
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  add(node: SyntaxNode): void {
    if (node.type === 'herestring_redirect') this.addTexts(node.children);
    else if (node.type === 'heredoc_redirect') for (const child of node.children) this.addOfHeredoc(child);
    else if (isRedirect(node)) this.addFile(node);
    else if (node.type === 'ERROR') for (const child of node.children) this.add(child);
    else if (isStatement(node)) this.before.push(node);
    else if (node.type !== 'comment') this.words.push(readWord(node, this.source));
  }

  private addTexts(nodes: readonly SyntaxNode[]): void {
    for (const node of nodes)
      if (node.type !== 'file_descriptor')
        this.redirects.push({ kind: 'text', word: readWord(node, this.source) });
  }

  /** The line of `<<` goes on: with words, other redirects, and the commands behind `|` and `&&`. */
  private addOfHeredoc(node: SyntaxNode): void {
    if (node.type === 'heredoc_body')
      this.redirects.push({ kind: 'text', word: heredocWord(node, this.source) });
    else if (isStatement(node)) this.after.push(node);
    else if (!/^(?:heredoc_start|heredoc_end|file_descriptor)$/.test(node.type)) this.add(node);
  }

  /** The grammar takes the words behind a target for more targets. */
  private addFile(node: SyntaxNode): void {
    const raw = this.source.slice(node.start, node.end);
    const [target, ...words] = node.children.filter(({ type }) => type !== 'file_descriptor');
    if (target === undefined) return;
    const kind = raw.includes('>') ? 'out' : 'in';
    this.redirects.push({ kind, word: readWord(target, this.source) });
    for (const word of words) this.add(word);
  }
}

/** Words are what the grammar has in the place of a word; everything else is run. */
const STATEMENT =
  /(?:_statement|_command|_definition|_assignment|_assignments|^pipeline|^list|^command|^subshell)$/;

function isStatement({ type }: SyntaxNode): boolean {
  return STATEMENT.test(type);
}

export function readWord(node: SyntaxNode, source: string): ShellWord {
  const parts = new WordParts(source);
  parts.add(node);
  const raw = source.slice(node.start, node.end);
  const { text, variables, substitutions, defaults } = parts;
  return {
    text,
    variables,
    substitutions,
    defaults,
    start: node.start,
    end: node.end,
    isDisguised: isDisguised(raw, text),
  };
}

class WordParts {
  text = '';
  readonly variables: string[] = [];
  readonly substitutions: SyntaxNode[] = [];
  readonly defaults: DefaultValue[] = [];
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  add(node: SyntaxNode): void {
    const raw = this.source.slice(node.start, node.end);
    if (node.type === 'raw_string') this.text += raw.slice(1, -1);
    else if (node.type === 'ansi_c_string') this.text += unescapeAnsi(raw.slice(2, -1));
    else if (node.type === 'simple_expansion' || node.type === 'expansion') this.addVariable(node, raw);
    else if (node.type === 'command_substitution' || node.type === 'process_substitution')
      this.substitutions.push(node);
    else if (node.type === 'string') this.addString(node);
    else if (node.type === 'array') this.addArray(node);
    else if (node.children.length === 0) this.text += raw.replace(/\\(.)/gs, '$1');
    else for (const child of node.children) this.add(child);
  }

  private addVariable(node: SyntaxNode, raw: string): void {
    const name = nameOfVariable(node);
    const variable = name === null ? '' : this.source.slice(name.start, name.end);
    if (name === null) this.text += raw;
    else {
      if (variable !== 'HOME') this.variables.push(variable);
      this.text += variable === 'HOME' ? '~' : `$${variable}`;
    }
    const isDefault = name !== null && /^:?[-=+]/.test(this.source.slice(name.end, node.end));
    for (const child of node.children) if (child !== name) this.addInside(child, isDefault ? variable : '');
  }

  /** What is in the braces of an expansion is no text of the word, but its commands run and its values get there. */
  private addInside(node: SyntaxNode, variable: string): void {
    const value = readWord(node, this.source);
    this.variables.push(...value.variables.filter((name) => name !== variable));
    this.substitutions.push(...value.substitutions);
    this.defaults.push(...value.defaults);
    if (variable !== '') this.defaults.push({ variable, value });
  }

  private addArray(node: SyntaxNode): void {
    for (const [index, child] of node.children.entries()) {
      if (index > 0) this.text += ' ';
      this.add(child);
    }
  }

  /** Text between the children of a string is literal: some grammars have no nodes for parts of it. */
  private addString(node: SyntaxNode): void {
    let at = node.start + 1;
    for (const child of node.children) {
      if (child.start > at) this.text += this.source.slice(at, child.start);
      if (child.type === 'string_content')
        this.text += unescapeDouble(this.source.slice(child.start, child.end));
      else this.add(child);
      at = child.end;
    }
    if (node.end - 1 > at) this.text += this.source.slice(at, node.end - 1);
  }
}

/** The variable of `$a`, `${a}` or `${a[0]}`. */
function nameOfVariable(node: SyntaxNode): SyntaxNode | null {
  const [first] = node.children.filter(({ type }) => type === 'variable_name' || type === 'subscript');
  return first?.type === 'subscript' ? nameOfVariable(first) : (first ?? null);
}

function unescapeDouble(text: string): string {
  return text.replace(/\\(["\\$`])/g, '$1').replace(/\\\n/g, '');
}

export function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{4})|([0-7]{1,3})|(.))/gis,
    (_all, hex, unicode, octal, other) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return { n: '\n', t: '\t', r: '\r' }[String(other)] ?? String(other);
    },
  );
}

/** `\Vendor\Package\Class`, as PHP has it. */
const NAMESPACE = /^(?:\\?[A-Z]\w{0,80}){2,12}$/;

/** `c'u'rl`, `c\url`, `$'\x63url'`: an author writes a plain word like this only to hide it. */
function isDisguised(raw: string, text: string): boolean {
  if (!/^[a-z][\w.-]{1,40}$/i.test(text) || NAMESPACE.test(raw)) return false;
  return /\w(?:''|"")\w|\w'[a-z]{1,8}'\w|\w"[a-z]{1,8}"\w|\w\\[a-z]\w?|\$'\\/i.test(raw) && raw !== text;
}

/** A here-document is text, even where the grammar has no nodes for it. */
function heredocWord(node: SyntaxNode, source: string): ShellWord {
  const expansions = new WordParts(source);
  for (const child of node.children) expansions.add(child);
  const text = source.slice(node.start, node.end);
  const { variables, substitutions, defaults } = expansions;
  return { text, variables, substitutions, defaults, start: node.start, end: node.end, isDisguised: false };
}
