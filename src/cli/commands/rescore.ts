import type { Command } from 'commander';
import { type Rescored, rescoreRun } from '../../app/rescore-run.ts';
import { recordedResults } from '../../app/results-folder.ts';
import type { Sha256 } from '../../contracts/identifiers.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderTerminal } from '../../report/terminal/render-terminal.ts';
import type { GlobalOptions, ScoringOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../ending/exit-code.ts';
import { print, say, terminalOptions } from '../terminal/print.ts';

type Options = GlobalOptions & ScoringOptions & { root?: Sha256; json?: boolean };

const DIFFERS = 1;

export async function rescore(runId: string, command: Command): Promise<void> {
  const { results, json, root, ...overrides } = command.optsWithGlobals<Options>();
  const resultsDir = recordedResults(results);
  const rescored = await rescoreRun({ resultsDir, runId, overrides, rootDigest: root ?? null });
  const { scorecard } = rescored;
  if (scorecard !== null) print(json ? renderJson(scorecard) : renderTerminal(scorecard, terminalOptions()));
  for (const line of [...sealLines(rescored), ...trafficLines(rescored), ...scorecardLines(rescored)])
    say(line);
  process.exitCode = exitCodeFor(rescored);
}

function sealLines({ seal: { rootDigest, differences } }: Rescored): string[] {
  if (rootDigest === null)
    return [
      'This run has no root digest: it has not finished, or was recorded by a version without root digests.',
    ];
  if (differences.length === 0) return [`The run matches its root digest ${rootDigest}.`];
  return [
    `The run does not match the root digest ${rootDigest}:`,
    ...differences.map(({ part, problem }) => `- ${part}: ${problem}`),
  ];
}

function trafficLines({ traffic: { different, useFound, notKnown } }: Rescored): string[] {
  const lines: [string, readonly string[]][] = [
    ['This version of Assay reads the model traffic of these trials differently', different],
    ['It finds that the skill was used, which the earlier version missed, in', useFound],
    [
      'The model traffic of these trials is not known, because its log is incomplete, lost or of an earlier version',
      notKnown,
    ],
  ];
  return lines.flatMap(([what, trials]) => (trials.length === 0 ? [] : [`${what}: ${trials.join(', ')}.`]));
}

function scorecardLines({ scorecard, differing }: Rescored): string[] {
  if (scorecard === null) return ['No scorecard can be derived from what is left of this run.'];
  if (differing === null)
    return [
      'There is no published scorecard to compare with: the parameters differ, or the run has not finished.',
    ];
  if (differing.length === 0) return ['The recalculated scorecard equals the published one.'];
  return [`The recalculated scorecard differs from the published one in: ${differing.join(', ')}.`];
}

/** Lost evidence makes the published scorecard impossible to check, and need not be anybody's doing. */
function exitCodeFor({ scorecard, differing, seal: { differences } }: Rescored): number {
  if (differences.some(({ isLost }) => !isLost)) return DIFFERS;
  const isLost = scorecard?.ungraded.some(({ reason }) => reason === 'evidence-lost') ?? false;
  if (isLost || differences.length > 0) return COULD_NOT_MEASURE;
  return differing === null || differing.length === 0 ? 0 : DIFFERS;
}
