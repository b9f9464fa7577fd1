import type { Command } from 'commander';
import { type CheckSuiteOptions, checkSuite } from '../../app/check-suite.ts';
import { renderSuiteCheck } from '../../report/suite/render-suite-check.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';

type Options = Omit<CheckSuiteOptions, 'suite' | 'secrets'> & { secret?: string[]; json?: boolean };

export async function checkSuiteCommand(suite: string, command: Command): Promise<void> {
  const { json = false, concurrency, allowSmall = false, fresh = false, secret } = command.opts<Options>();
  const observer = {
    say,
    onTask: ({ task, problems }: { task: string; problems: readonly unknown[] }) =>
      say(`${task}: ${problems.length === 0 ? 'proven' : 'faulty'}`),
  };
  const check = await untilInterrupted((signal) =>
    checkSuite({ suite, concurrency, allowSmall, fresh, secrets: secret }, observer, signal),
  );
  if (json) printJson(check);
  else print(renderSuiteCheck(check, terminalOptions()));
  process.exitCode = check.verdict === 'proven' ? 0 : 1;
}
