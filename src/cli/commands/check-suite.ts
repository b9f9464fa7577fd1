import type { Command } from 'commander';
import { type CheckSuiteOptions, checkSuite } from '../../app/check-suite.ts';
import type { TaskCheck } from '../../contracts/suite-check.ts';
import { renderSuiteCheck, shownVerdict } from '../../report/suite/render-suite-check.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';

type Options = Omit<CheckSuiteOptions, 'suite' | 'secrets'> & { secret?: string[]; json?: boolean };

export async function checkSuiteCommand(suite: string, command: Command): Promise<void> {
  const { json = false, concurrency, allowSmall = false, fresh = false, secret } = command.opts<Options>();
  const observer = {
    say,
    onTask: (check: TaskCheck) => say(`${check.task}: ${shownVerdict(check).text}`),
  };
  const check = await untilInterrupted((signal) =>
    checkSuite({ suite, concurrency, allowSmall, fresh, secrets: secret }, observer, signal),
  );
  if (json) printJson(check);
  else print(renderSuiteCheck(check, terminalOptions()));
  process.exitCode = check.verdict === 'proven' ? 0 : 1;
}
