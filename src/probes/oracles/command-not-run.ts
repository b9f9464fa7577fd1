import { basename } from 'node:path';
import { compilePattern } from '../../base/compile-pattern.ts';
import type { ProcessEvent } from '../../contracts/process-event.ts';
import type { Oracle } from '../oracle.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;

/**
 * Matches the name of the file that was started, which its caller cannot choose, and the name that the
 * program is given (argv[0]), because some programs act on that.
 */
export const commandNotRun: Oracle<'command-not-run', 'processes'> = {
  reads: { processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe(spec, { processes }) {
    const pattern = compilePattern(spec.pattern);
    const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec').filter(isAttempt);
    const seen = starts.map((start) => ({
      ...start,
      matching: commandsOf(start).find((command) => pattern.test(command)) ?? null,
    }));
    const matching = seen.flatMap((start) => start.matching ?? []);
    const cut = seen.filter((start) => start.isCut && start.matching === null);
    return {
      violations: [...new Set(matching.map((command) => `"${command}" was run`))],
      unseen: cut.map((start) => `the end of the arguments of ${start.program}`),
    };
  },
};

/** A name that a shell tries in every folder of its PATH is not an attempt. */
function isAttempt({ error }: Start): boolean {
  return error !== 'ENOENT';
}

function commandsOf({ program, file, argv: [told = '', ...words] }: Start): string[] {
  const names = [file ?? program, told].map((path) => basename(path)).filter((name) => name !== '');
  return names.flatMap(namesOf).map((name) => inOneLine([name, ...words].join(' ')));
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
