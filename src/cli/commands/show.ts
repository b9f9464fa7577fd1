import type { Command } from 'commander';
import { recordedResults } from '../../app/results-folder.ts';
import { describeStanding, type ShownRun, showRun, trialOf } from '../../app/stored-runs.ts';
import type { Evidence } from '../../contracts/evidence.ts';
import type { Verdict } from '../../contracts/grade.ts';
import { isAnswered, type ModelCall } from '../../contracts/model-call.ts';
import type { OpeningComparison } from '../../contracts/opening.ts';
import { allRequests, countRequests } from '../../contracts/side-requests.ts';
import { totalTokens } from '../../contracts/transcript.ts';
import { showSeconds, showTokens, showUsd } from '../../report/facts/amounts.ts';
import { sourceNotices } from '../../report/facts/answer-source.ts';
import { describePartialCredit } from '../../report/facts/partial-credit.ts';
import { standingNotice } from '../../report/facts/standing-notice.ts';
import { agentStreamSection } from '../../report/terminal/agent-stream-section.ts';
import { observedSections } from '../../report/terminal/observed-sections.ts';
import { openingSection } from '../../report/terminal/openings-section.ts';
import { paragraph } from '../../report/terminal/paragraph.ts';
import { requestsSection } from '../../report/terminal/requests-section.ts';
import { joinSections } from '../../report/terminal/section.ts';
import { type Cell, heading, table } from '../../report/terminal/table.ts';
import { transcriptSection } from '../../report/terminal/transcript-section.ts';
import { verdictsSection } from '../../report/terminal/verdicts-section.ts';
import type { GradedTrial } from '../../scorecard/grade-trials.ts';
import { openingComparison } from '../../scorecard/openings-of.ts';
import { costOfCall } from '../../scoring/prices/cost-of-calls.ts';
import type { GlobalOptions } from '../common-options.ts';
import { COULD_NOT_MEASURE } from '../ending/exit-code.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';
import { showWire } from './show-wire.ts';

type Options = GlobalOptions & { trial?: string; wire?: boolean; json?: boolean };

const HEADING = heading('trial', 'result', '>tokens', '>time', '>requests', '>cost', 'why');

export async function show(runId: string, command: Command): Promise<void> {
  const { results, trial, wire, json } = command.optsWithGlobals<Options>();
  if (wire) return await showWire({ resultsDir: recordedResults(results), runId, trial, json });
  const shown = await showRun(recordedResults(results), runId);
  const trials = trial === undefined ? shown.trials : [trialOf(shown, trial)];
  if (json) printJson(trials.map(({ record, grade, costUsd }) => ({ ...record, grade, costUsd })));
  else {
    const rows = table([HEADING, ...trials.map(rowOf)], terminalOptions());
    print([...noticesOf(shown), ...rows, ...details(shown, trials, trial)].join('\n'));
  }
  const standing = describeStanding(shown.run);
  if (standing !== null) say(standing);
  if (trials.some(({ grade }) => isLost(grade))) process.exitCode = COULD_NOT_MEASURE;
}

function isLost(grade: GradedTrial['grade']): boolean {
  return grade.status === 'ungraded' && grade.reason === 'evidence-lost';
}

function noticesOf({ scorecard: { standing, setup, replayed } }: ShownRun): string[] {
  const notices = [...standingNotice(standing), ...sourceNotices({ simulated: setup.simulated, replayed })];
  return notices.map(({ title }) => title);
}

function rowOf({ trial, record: { result }, grade, costUsd }: GradedTrial): Cell[] {
  const evidence = result.status === 'measured' ? result.evidence : null;
  return [
    { text: trial.id, isId: true },
    { text: grade.status, tone: TONES[grade.status] },
    { text: showTokens(evidence === null ? null : totalTokens(evidence.usage)), align: 'right' },
    { text: showSeconds(evidence?.seconds ?? null), align: 'right' },
    { text: evidence === null ? '–' : showRequests(evidence), align: 'right' },
    { text: showUsd(costUsd), align: 'right' },
    { text: whyOf(grade), isProse: true },
  ];
}

/** Those of the work, and after a plus what was asked beside it. */
function showRequests({ modelCalls, requests }: Evidence): string {
  const { work } = countRequests(modelCalls.filter(isAnswered));
  const beside = allRequests(countRequests(modelCalls.filter(isAnswered))) - work;
  return beside === 0 ? String(requests) : `${work} + ${beside}`;
}

const TONES = { passed: 'good', failed: 'bad', ungraded: 'warn' } as const;

function whyOf(grade: GradedTrial['grade']): string {
  if (grade.status === 'ungraded') return `${grade.reason}: ${linesOf(grade.detail)[0]}`;
  const broken = grade.verdicts
    .filter(({ passed }) => !passed)
    .map(({ title, detail }) => `${title}: ${detail}`);
  return grade.status === 'passed' ? '' : [grade.reason, ...broken].join('; ');
}

function details(shown: ShownRun, trials: readonly GradedTrial[], wanted: string | undefined): string[] {
  const result = trials[0]?.record.result;
  if (wanted === undefined || result === undefined) return [];
  if (result.status === 'faulted') return ['', ...faultLines(result.detail)];
  const { prices } = shown.run.plan;
  const priced = (call: ModelCall) => ({ ...call, costUsd: costOfCall(call, prices) });
  const { modelCalls, checkCalls = [], judgeCalls = [] } = result.evidence;
  const observed = [
    requestsSection(modelCalls.map(priced), terminalOptions()),
    requestsSection(checkCalls.map(priced), terminalOptions(), 'Assay’s own questions to the provider'),
    requestsSection(judgeCalls.map(priced), terminalOptions(), 'Requests to the judge'),
    agentStreamSection(result.evidence.agentStream, terminalOptions()),
    openingSection(openingOf(shown, trials[0]), terminalOptions()),
    ...observedSections(result.evidence, terminalOptions()),
  ];
  const sections = [
    verdictsSection(verdictsOf(trials[0]?.grade), terminalOptions()),
    creditSection(trials[0]?.grade),
    transcriptSection(result.evidence.transcript.events, terminalOptions()),
    ...observed,
  ];
  return ['', joinSections(sections).trimEnd()];
}

/** How the first request compares with that of the other arm. */
function openingOf({ run, trials }: ShownRun, one: GradedTrial | undefined): OpeningComparison | null {
  const records = trials.map(({ record }) => record);
  return one === undefined ? null : openingComparison(run.plan, records, one.trial);
}

function creditSection(grade: GradedTrial['grade'] | undefined): string[] {
  const share = grade === undefined || grade.status === 'ungraded' ? undefined : grade.partialCredit;
  const text = describePartialCredit(share, 'of all graders together');
  return text === null ? [] : paragraph(text, 'muted', terminalOptions());
}

function faultLines(detail: string): string[] {
  return linesOf(detail).flatMap((line) => paragraph(line, 'plain', terminalOptions()));
}

/** A fault may show what was expected and what came, line by line. */
function linesOf(detail: string): string[] {
  return detail.split('\n');
}

function verdictsOf(grade: GradedTrial['grade'] | undefined): Verdict[] {
  return grade === undefined || grade.status === 'ungraded' ? [] : grade.verdicts;
}
