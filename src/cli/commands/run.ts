import type { Command } from 'commander';
import type { SkillSourceOptions } from '../../app/choose-skill.ts';
import { resultsFolder } from '../../app/results-folder.ts';
import { resumeRun } from '../../app/resume-run.ts';
import type { RunObserver } from '../../app/run-observer.ts';
import { runSuite, type SuiteRunOptions } from '../../app/run-suite.ts';
import { sourceLimits } from '../../app/source-limits.ts';
import { AssayError } from '../../base/assay-error.ts';
import type { Scorecard } from '../../contracts/scorecard.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderTerminal } from '../../report/terminal/render-terminal.ts';
import type { GlobalOptions, ScoringOptions } from '../common-options.ts';
import { print, terminalOptions } from '../print.ts';
import { progressView } from '../progress.ts';
import { untilInterrupted } from '../until-interrupted.ts';

type SkillOptions = { skill?: string; skillName?: string; allowPrivate?: boolean; limit?: string[] };

type Options = GlobalOptions &
  ScoringOptions &
  SkillOptions &
  Omit<SuiteRunOptions, 'suite' | 'skill' | 'resultsDir' | 'parameters'> & {
    resume?: string;
    json?: boolean;
  };

const COULD_NOT_MEASURE = 3;

export async function run(suite: string | undefined, command: Command): Promise<void> {
  const { results, json, resume, skill, ...options } = command.optsWithGlobals<Options>();
  if (suite !== undefined && resume !== undefined) {
    throw new AssayError(
      'USAGE',
      `Give a suite to start a run, or --resume ${resume} to finish one, not both.`,
    );
  }
  const resultsDir = resultsFolder(results);
  const scorecard = await untilInterrupted((signal) =>
    observed((observer) =>
      resume === undefined
        ? runSuite(
            {
              ...options,
              parameters: options,
              suite: named(suite),
              ...(skill === undefined ? {} : { skill: skillSource(skill, options, signal) }),
              resultsDir,
            },
            observer,
            signal,
          )
        : resumeRun({ ...options, resultsDir, runId: resume }, observer, signal),
    ),
  );
  print(json ? renderJson(scorecard) : renderTerminal(scorecard, terminalOptions()));
  if (!json) process.stderr.write(`The page: ${resultsDir}/${scorecard.runId}/scorecard.html\n`);
  if (isUnmeasured(scorecard)) process.exitCode = COULD_NOT_MEASURE;
}

function skillSource(
  text: string,
  { limit, ...options }: SkillOptions,
  signal: AbortSignal,
): SkillSourceOptions {
  return { text, ...options, limits: sourceLimits(limit ?? []), signal };
}

function named(suite: string | undefined): string {
  if (suite !== undefined) return suite;
  throw new AssayError('USAGE', 'Which suite? Give its folder, or a run to finish with --resume RUN.');
}

async function observed(work: (observer: RunObserver) => Promise<Scorecard>): Promise<Scorecard> {
  const view = progressView(process.stderr);
  try {
    return await work({
      say: (line) => process.stderr.write(`${line}\n`),
      progress: (progress) => view.show(progress),
    });
  } finally {
    view.end();
  }
}

function isUnmeasured({ scores, trials }: Scorecard): boolean {
  return scores.utility === null || scores.security === null || trials.missing > 0;
}
