/** The library: the use cases of the command line, for programs. */

export { rescoreRun } from './app/rescore-run.ts';
export { resumeRun } from './app/resume-run.ts';
export type { RunObserver } from './app/run-observer.ts';
export { runSuite, type SuiteRunOptions } from './app/run-suite.ts';
export { schemaOf } from './app/schema-of.ts';
export { scoreFile } from './app/score-file.ts';
export { setupSandbox } from './app/setup-sandbox.ts';
export { listRuns, scorecardOf, showRun } from './app/stored-runs.ts';
export type { RunProgress } from './app/track-progress.ts';
export { AssayError, type ErrorCode } from './base/assay-error.ts';
export { checkSkill } from './checks/check-skill.ts';
export type { CheckReport } from './contracts/check-report.ts';
export type { Finding } from './contracts/finding.ts';
export { ScoringParameters } from './contracts/parameters.ts';
export type { RunPlan } from './contracts/plan.ts';
export type { Scores } from './contracts/score.ts';
export { ScoreInput } from './contracts/score-input.ts';
export type { Scorecard } from './contracts/scorecard.ts';
export type { TrialRecord } from './contracts/trial-record.ts';
export { renderHtml } from './report/html/render-html.ts';
export { renderTerminal } from './report/terminal/render-terminal.ts';
export { scoreEvidence } from './scoring/score-evidence.ts';
