import type { SyntaxNode } from '../../syntax/script-parser.ts';

/** One word of a command: its written-out text, and the parts that are only known at run time. */
export type ShellWord = {
  /** The text with quotes resolved; `$NAME` stands for a variable, and nothing for a substitution. */
  text: string;
  variables: readonly string[];
  substitutions: readonly SyntaxNode[];
  defaults: readonly DefaultValue[];
  start: number;
  end: number;
  /** Whether it is spelled so that a reader or a filter does not recognise it. */
  isDisguised: boolean;
};

/** `${NAME:-value}` */
export type DefaultValue = { variable: string; value: ShellWord };

export type Redirect = { kind: 'in' | 'out' | 'text'; word: ShellWord };

export type ParsedCommand = {
  words: readonly ShellWord[];
  redirects: readonly Redirect[];
  /** Statements that the grammar has as a part of the command: assignments, and what it could not place. */
  before: readonly SyntaxNode[];
  /** Statements behind a here-document on its first line. A pipeline among them gets the output. */
  after: readonly SyntaxNode[];
  start: number;
  end: number;
};

/** Names that run what follows them (`sudo curl` is `curl`), with a pattern for their own words. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  sudo: /^-/,
  doas: /^-/,
  env: /^-|=/,
  nohup: /^-/,
  exec: /^-/,
  command: /^-/,
  builtin: /^-/,
  time: /^-/,
  nice: /^-|^\d/,
  ionice: /^-|^\d/,
  timeout: /^-|^\d/,
  setsid: /^-/,
  stdbuf: /^-/,
  busybox: /^-/,
  unbuffer: /^-/,
  xargs: /^-|^\d+$|^\{\}$|^%$/,
  ...Object.fromEntries(
    '{ } ! if then elif else while until do done fi coproc'.split(' ').map((word) => [word, /^$/]),
  ),
  $: /^$/,
  '%': /^$/,
};

/** A command without its wrappers: `name` is the program that really runs. */
export function effective({ words }: ParsedCommand): {
  name: string;
  args: readonly ShellWord[];
  isPiped: boolean;
} {
  let rest = words;
  let isPiped = false;
  for (let name = nameOf(rest[0]); ; name = nameOf(rest[0])) {
    const own = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (own === undefined) return { name, args: rest.slice(1), isPiped };
    if (name === 'xargs') isPiped = true;
    const next = rest.findIndex((word, index) => index > 0 && !own.test(word.text));
    if (next === -1) return { name, args: rest.slice(1), isPiped };
    rest = rest.slice(next);
  }
}

function nameOf(word: ShellWord | undefined): string {
  const text = (word?.text ?? '').replace(/^\\/, '');
  const isScript = /^(?:\.{0,2}\/|~\/)/.test(text) && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(text);
  return isScript ? text : text.slice(text.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
}
