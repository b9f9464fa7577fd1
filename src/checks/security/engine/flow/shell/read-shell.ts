import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { ParsedCommand, Redirect, ShellWord } from './parsed-command.ts';

/** Converts a `command` node, and the redirects around it, into words. */
export function readCommand(
  node: SyntaxNode,
  redirects: readonly SyntaxNode[],
  source: string,
): ParsedCommand {
  const words = node.children
    .filter(({ type, field }) => field === 'name' || field === 'argument' || type === 'command_name')
    .map((child) => readWord(child, source));
  const inner = node.children.filter(({ field, type }) => field === 'redirect' || type.endsWith('_redirect'));
  const all = [...inner, ...redirects].flatMap((redirect) => readRedirect(redirect, source));
  return { words, redirects: all, start: node.start, end: node.end };
}

export function readWord(node: SyntaxNode, source: string): ShellWord {
  const parts = new WordParts(source);
  parts.add(node);
  const raw = source.slice(node.start, node.end);
  const { text, variables, substitutions } = parts;
  return {
    text,
    variables,
    substitutions,
    start: node.start,
    end: node.end,
    isDisguised: isDisguised(raw, text),
  };
}

class WordParts {
  text = '';
  readonly variables: string[] = [];
  readonly substitutions: SyntaxNode[] = [];
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
    else if (node.children.length === 0) this.text += raw.replace(/\\(.)/gs, '$1');
    else for (const child of node.children) this.add(child);
  }

  private addVariable(node: SyntaxNode, raw: string): void {
    const name = node.children.find(({ type }) => type === 'variable_name');
    if (name === undefined) this.text += raw;
    else {
      const variable = this.source.slice(name.start, name.end);
      if (variable !== 'HOME') this.variables.push(variable);
      this.text += variable === 'HOME' ? '~' : `$${variable}`;
    }
    for (const child of node.children)
      if (child.type === 'command_substitution') this.substitutions.push(child);
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

/** `c'u'rl`, `c\url`, `$'\x63url'`: an author writes a plain word like this only to hide it. */
function isDisguised(raw: string, text: string): boolean {
  if (!/^[a-z][\w.-]{1,40}$/i.test(text)) return false;
  return /\w(?:''|"")\w|\w'[a-z]{1,8}'\w|\w"[a-z]{1,8}"\w|\w\\[a-z]\w?|\$'\\/i.test(raw) && raw !== text;
}

function readRedirect(node: SyntaxNode, source: string): Redirect[] {
  const raw = source.slice(node.start, node.end);
  if (node.type === 'herestring_redirect')
    return node.children.map((child) => ({ kind: 'text', word: readWord(child, source) }));
  if (node.type === 'heredoc_redirect') {
    const body = node.children.filter(({ type }) => type === 'heredoc_body');
    const outer = node.children.filter(({ type }) => type === 'file_redirect');
    return [
      ...body.map((child): Redirect => ({ kind: 'text', word: heredocWord(child, source) })),
      ...outer.flatMap((child) => readRedirect(child, source)),
    ];
  }
  const target = node.children.find(({ field }) => field === 'destination');
  if (
    target === undefined ||
    (node.children.some(({ type }) => type === 'file_descriptor') && raw.startsWith('2'))
  )
    return [];
  return [{ kind: raw.includes('>') ? 'out' : 'in', word: readWord(target, source) }];
}

/** A here-document is text, even where the grammar has no nodes for it. */
function heredocWord(node: SyntaxNode, source: string): ShellWord {
  const expansions = new WordParts(source);
  for (const child of node.children) expansions.add(child);
  const text = source.slice(node.start, node.end);
  const { variables, substitutions } = expansions;
  return { text, variables, substitutions, start: node.start, end: node.end, isDisguised: false };
}
