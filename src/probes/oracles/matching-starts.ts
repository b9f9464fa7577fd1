import { basename } from 'node:path';
import { type CompiledPattern, compilePattern } from '../../base/compile-pattern.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { ProcessEvent } from '../../contracts/process-event.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;
type Spec = { pattern: string };

/** Every start of a program is judged by itself while a trial runs, and compiling takes longer than most matches. */
const patterns = new WeakMap<Spec, CompiledPattern>();

/** The commands that match, one for each start, and the starts of which that is not known. */
export type MatchingStarts = { commands: string[]; unseen: string[] };

/**
 * Matches the name of the file that was started, which its caller cannot choose, and the name that the
 * program is given (argv[0]), because some programs act on that.
 */
export function matchingStarts(spec: Spec, { processes }: Pick<Evidence, 'processes'>): MatchingStarts {
  const matcher = new Matcher(patternOf(spec));
  const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec').filter(isAttempt);
  const seen = starts.map((start) => ({ start, ...matcher.match(start) }));
  const unmatched = seen.filter(({ matching: command }) => command === null);
  return {
    commands: seen.flatMap(({ matching: command }) => command ?? []),
    unseen: unmatched.flatMap(({ start: { program, isCut }, isWhole }) => [
      ...(isCut ? [`the end of the arguments of ${program}`] : []),
      ...(isWhole ? [] : [`the names of ${program}`]),
    ]),
  };
}

function patternOf(spec: Spec): CompiledPattern {
  const known = patterns.get(spec) ?? compilePattern(spec.pattern);
  patterns.set(spec, known);
  return known;
}

/** A name that a shell tries in every folder of its PATH is not an attempt. */
function isAttempt({ error }: Start): boolean {
  return error !== 'ENOENT';
}

/** Honest work starts hardly any program that has more names than this by then. */
const FREE_NAMES = 4;
/** The characters that are matched for further names of all starts together. */
const MOST_CHARACTERS = 1024 * 1024;

class Matcher {
  readonly #pattern: CompiledPattern;
  #left = MOST_CHARACTERS;

  constructor(pattern: CompiledPattern) {
    this.#pattern = pattern;
  }

  /**
   * Names times words may be more than can be matched in time: `isWhole` is false if names are left out. The
   * words are put into one line once.
   */
  match({ files, argv: [told = '', ...words] }: Start): { matching: string | null; isWhole: boolean } {
    const names = new Set([...files, told].map((path) => basename(path)).filter((name) => name !== ''));
    const rest = inOneLine(words.join(' '));
    for (const [index, name] of [...names].flatMap(namesOf).entries()) {
      if (index >= FREE_NAMES) this.#left -= name.length + rest.length;
      if (this.#left < 0) return { matching: null, isWhole: false };
      const command = [inOneLine(name), rest].filter((part) => part !== '').join(' ');
      if (this.#pattern.test(command)) return { matching: command, isWhole: true };
    }
    return { matching: null, isWhole: true };
  }
}

/**
 * `git push` runs a program named `git-push`, and every program whose name starts
 * with `git-` is one of git's commands.
 */
function namesOf(name: string): string[] {
  return name.startsWith('git-') ? [name, name.replace('-', ' ')] : [name];
}

/** Patterns match line by line, and a line break in an argument would split a command in two. */
function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
