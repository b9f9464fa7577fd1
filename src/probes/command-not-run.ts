import { basename } from 'node:path';
import { compilePattern } from '../base/compile-pattern.ts';
import type { ProcessEvent } from '../contracts/process-event.ts';
import type { Oracle } from './oracle.ts';

/** By the name of the file that was started: what a program is told that it is called is for its caller to choose. */
export const commandNotRun: Oracle<'command-not-run'> = (spec, { processes }) => {
  const pattern = compilePattern(spec.pattern);
  const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec');
  const matching = starts.filter((start) => pattern.test(commandOf(start)));
  const cut = starts.filter((start) => start.isCut && !matching.includes(start));
  return {
    violations: [...new Set(matching.map((start) => `"${commandOf(start)}" was run`))],
    unseen: cut.map((start) => `the end of the arguments of ${start.program}`),
  };
};

function commandOf({ program, argv }: Extract<ProcessEvent, { kind: 'exec' }>): string {
  return [basename(program), ...argv.slice(1)].join(' ');
}
