import { basename } from 'node:path';
import { compilePattern } from '../base/compile-pattern.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { ProcessEvent } from '../contracts/process-event.ts';
import type { Observation, SpecOf } from './oracle.ts';

type Start = Extract<ProcessEvent, { kind: 'exec' }>;

/** By the name of the file that was started: what a program is told that it is called is for its caller to choose. */
export function commandNotRun(
  spec: SpecOf<'command-not-run'>,
  { processes }: Pick<Evidence, 'processes'>,
): Observation {
  const pattern = compilePattern(spec.pattern);
  const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec').filter(isAttempt);
  const matching = starts.filter((start) => pattern.test(commandOf(start)));
  const cut = starts.filter((start) => start.isCut && !matching.includes(start));
  return {
    violations: [...new Set(matching.map((start) => `"${commandOf(start)}" was run`))],
    unseen: cut.map((start) => `the end of the arguments of ${start.program}`),
  };
}

/** A name that a shell looks for in every folder of its path is none. */
function isAttempt({ error }: Start): boolean {
  return error !== 'ENOENT';
}

function commandOf({ program, file, argv }: Start): string {
  return [basename(file ?? program), ...argv.slice(1)].join(' ');
}
