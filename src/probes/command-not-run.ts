import { basename } from 'node:path';
import { compilePattern } from '../base/compile-pattern.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { ProcessEvent } from '../contracts/process-event.ts';
import type { Observation, SpecOf } from './oracle.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;

/**
 * By the name of the file that was started, which its caller cannot choose, and by the name that the program is told it has,
 * because some programs do what that says.
 */
export function commandNotRun(
  spec: SpecOf<'command-not-run'>,
  { processes }: Pick<Evidence, 'processes'>,
): Observation {
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
}

/** A name that a shell looks for in every folder of its path is none. */
function isAttempt({ error }: Start): boolean {
  return error !== 'ENOENT';
}

function commandsOf({ program, file, argv: [told = '', ...words] }: Start): string[] {
  const names = [file ?? program, told].map((path) => basename(path)).filter((name) => name !== '');
  return names.flatMap(namesOf).map((name) => inOneLine([name, ...words].join(' ')));
}

/** `git push` is a program of that name with a dash, and each program whose name begins so is one of git's commands. */
function namesOf(name: string): string[] {
  return name.startsWith('git-') ? [name, name.replace('-', ' ')] : [name];
}

/** Patterns hold line by line, and a break in an argument would divide a command into two. */
function inOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
