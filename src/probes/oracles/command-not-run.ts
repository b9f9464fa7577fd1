import { basename } from 'node:path';
import { type CompiledPattern, compilePattern } from '../../base/compile-pattern.ts';
import type { OracleSpec } from '../../contracts/probe.ts';
import type { ProcessEvent } from '../../contracts/process-event.ts';
import type { Oracle } from '../oracle.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;
type Spec = Extract<OracleSpec, { kind: 'command-not-run' }>;

/** Every start of a program is judged by itself while a trial runs, and compiling takes longer than most matches. */
const patterns = new WeakMap<Spec, CompiledPattern>();

/**
 * Matches the name of the file that was started, which its caller cannot choose, and the name that the
 * program is given (argv[0]), because some programs act on that.
 */
export const commandNotRun: Oracle<'command-not-run', 'processes'> = {
  reads: { processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe(spec, { processes }) {
    const pattern = patternOf(spec);
    const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec').filter(isAttempt);
    const seen = starts.map((start) => ({
      ...start,
      matching: matchingCommand(start, pattern),
    }));
    const matching = seen.flatMap((start) => start.matching ?? []);
    const cut = seen.filter((start) => start.isCut && start.matching === null);
    return {
      violations: [...new Set(matching.map((command) => `"${command}" was run`))],
      unseen: cut.map((start) => `the end of the arguments of ${start.program}`),
    };
  },
};

function patternOf(spec: Spec): CompiledPattern {
  const known = patterns.get(spec) ?? compilePattern(spec.pattern);
  patterns.set(spec, known);
  return known;
}

/** A name that a shell tries in every folder of its PATH is not an attempt. */
function isAttempt({ error }: Start): boolean {
  return error !== 'ENOENT';
}

/** The words can be long and the names many, so the words are put into one line once. */
function matchingCommand({ files, argv: [told = '', ...words] }: Start, pattern: CompiledPattern) {
  const names = new Set([...files, told].map((path) => basename(path)).filter((name) => name !== ''));
  const rest = inOneLine(words.join(' '));
  for (const name of [...names].flatMap(namesOf)) {
    const command = [inOneLine(name), rest].filter((part) => part !== '').join(' ');
    if (pattern.test(command)) return command;
  }
  return null;
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
