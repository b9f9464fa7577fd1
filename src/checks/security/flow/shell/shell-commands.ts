import type { SyntaxNode } from '../../syntax/script-parser.ts';

/** One word of a command: what is written out of it, and the parts that are only known when it runs. */
export type ShellWord = {
  /** Quotes resolved; `$NAME` where a variable stands, nothing where a substitution does. */
  text: string;
  variables: readonly string[];
  substitutions: readonly SyntaxNode[];
  start: number;
  end: number;
  /** Spelled so that a reader or a filter does not see what it says. */
  isDisguised: boolean;
};

export type Redirect = { kind: 'in' | 'out' | 'text'; word: ShellWord };

export type ShellCommand = {
  words: readonly ShellWord[];
  redirects: readonly Redirect[];
  start: number;
  end: number;
};

/** Names that run what follows them: `sudo curl` is `curl`. With how many words of their own they take. */
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
  $: /^$/,
  '%': /^$/,
};

/** A command without its wrappers: `name` is what really runs. */
export function effective({ words }: ShellCommand): {
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
