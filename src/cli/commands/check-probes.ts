import type { Command } from 'commander';
import { type CheckProbesOptions, checkProbes } from '../../app/check-probes.ts';
import { renderProbeCheck, shownControl } from '../../report/probes/render-probe-check.ts';
import { untilInterrupted } from '../ending/until-interrupted.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';

type Options = Pick<CheckProbesOptions, 'concurrency'> & { json?: boolean };

export async function checkProbesCommand(probes: readonly string[], command: Command): Promise<void> {
  const { json = false, concurrency } = command.opts<Options>();
  const found = await untilInterrupted((signal) =>
    checkProbes(
      { probes, concurrency },
      ({ trial, check }) => say(`${trial.probe.id}/${check.name}: ${shownControl(check).text}`),
      signal,
    ),
  );
  if (json) printJson(found);
  else print(renderProbeCheck(found, terminalOptions()));
  process.exitCode = found.proven ? 0 : 1;
}
