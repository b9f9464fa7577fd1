import type { Command } from 'commander';
import { recordedResults } from '../../app/results-folder.ts';
import { listRuns } from '../../app/stored-runs.ts';
import { isWhole } from '../../contracts/left-out.ts';
import { isSufficient } from '../../contracts/standing.ts';
import { showPoints } from '../../report/facts/amounts.ts';
import { sourceMark } from '../../report/facts/answer-source.ts';
import { INSUFFICIENT } from '../../report/facts/standing-notice.ts';
import { statusWording } from '../../report/facts/status-wording.ts';
import { paragraph } from '../../report/terminal/paragraph.ts';
import { type Cell, heading, table } from '../../report/terminal/table.ts';
import type { ListedRun, RunSummary, UnreadableRun } from '../../store/run-store.ts';
import type { GlobalOptions } from '../common-options.ts';
import { print, printJson, say, terminalOptions } from '../terminal/print.ts';

function headingOf(hasAgents: boolean): Cell[] {
  const agent = hasAgents ? ['agent'] : [];
  const scores = ['>trials', '>utility', '>security', 'status'];
  return heading('run', 'state', 'skill', 'suite', ...agent, 'model', ...scores);
}

export async function runs(command: Command): Promise<void> {
  const { results, json } = command.optsWithGlobals<GlobalOptions & { json?: boolean }>();
  const folder = recordedResults(results);
  const found = (await listRuns(folder)).map(factsOf);
  if (json) printJson(found);
  else if (found.length === 0) print(`No runs yet in ${folder}. Start one with "assay run csv-tidy".`);
  else print([...table(rowsOf(found), terminalOptions()), ...found.flatMap(whyUnreadable)].join('\n'));
  for (const hint of howToResume(found)) say(hint);
}

/** A matrix is resumed by its own id, which the table has no room for. */
function howToResume(found: readonly Facts[]): string[] {
  const interrupted = found.filter(({ state }) => state === 'interrupted');
  const matrices = interrupted.flatMap((facts) => ('matrix' in facts ? (facts.matrix ?? []) : []));
  return [
    ...(interrupted.length === 0 ? [] : ['To resume a run: assay run --resume RUN']),
    ...[...new Set(matrices)].map((id) => `To resume all runs of one matrix: assay run --resume ${id}`),
  ];
}

type Facts = ReturnType<typeof factsOf>;

function factsOf(run: ListedRun) {
  return 'unreadable' in run ? unreadableFacts(run) : runFacts(run);
}

function unreadableFacts({ runId, createdAt, unreadable }: UnreadableRun) {
  return { run: runId, createdAt, state: 'unreadable' as const, why: unreadable };
}

function runFacts({ plan, status, recorded, scorecard }: RunSummary) {
  return {
    run: plan.runId,
    createdAt: plan.createdAt,
    state: status,
    skill: plan.skill.name,
    suite: plan.suite.id,
    leftOut: plan.leftOut,
    agent: plan.setup.agent,
    model: plan.setup.model,
    simulated: plan.setup.simulated,
    replayed: plan.cassettes?.mode === 'replay',
    recorded,
    planned: plan.trials.length,
    matrix: plan.matrix ?? null,
    utility: scorecard?.scores.utility ?? null,
    security: scorecard?.scores.security ?? null,
    status: scorecard?.scores.status ?? null,
    probeSet: setOf(plan),
    standing: scorecard?.standing ?? null,
  };
}

/** Without its probes, which a list of many runs has no room for. */
function setOf({ probeSet }: RunSummary['plan']) {
  return probeSet === undefined ? null : { name: probeSet.name, digest: probeSet.digest };
}

/** Agents are named where runs differ in them: the table is wide without. */
function rowsOf(found: readonly Facts[]): Cell[][] {
  const agents = found.flatMap((facts) => (facts.state === 'unreadable' ? [] : [facts.agent]));
  const hasAgents = new Set(agents).size > 1;
  return [headingOf(hasAgents), ...found.map((facts) => rowOf(facts, hasAgents))];
}

function rowOf(facts: Facts, hasAgents: boolean): Cell[] {
  if (facts.state === 'unreadable')
    return [
      { text: facts.run, tone: 'strong', isId: true },
      { text: facts.state, tone: 'bad' },
    ];
  return [
    { text: facts.run, tone: 'strong', isId: true },
    { text: facts.state, tone: facts.state === 'finished' ? 'plain' : 'warn' },
    { text: facts.skill },
    { text: `${facts.suite}${isWhole(facts.leftOut) ? '' : ' (in part)'}` },
    ...(hasAgents ? [{ text: facts.agent }] : []),
    { text: `${facts.model}${sourceMark(facts)}` },
    { text: `${facts.recorded}/${facts.planned}`, align: 'right' },
    { text: pointsOrDash(facts.utility), align: 'right' },
    { text: pointsOrDash(facts.security), align: 'right' },
    statusCell(facts),
  ];
}

function whyUnreadable(facts: Facts): string[] {
  return facts.state === 'unreadable' ? ['', ...paragraph(facts.why, 'warn', terminalOptions())] : [];
}

function statusCell({ status, standing, probeSet }: Extract<Facts, { standing: unknown }>): Cell {
  const shown = status === null ? '–' : statusWording(status, { probeSet: probeSet ?? undefined }).label;
  if (standing === null || isSufficient(standing)) return { text: shown };
  const { tasks, probes } = standing;
  const lacking = `${tasks.lacking + probes.lacking} of ${tasks.of + probes.of} not scored`;
  return { text: `${shown}, ${INSUFFICIENT} (${lacking})`, tone: 'bad' };
}

/** "not measured" would fill most of a list of many runs. */
function pointsOrDash(points: number | null): string {
  return points === null ? '–' : showPoints(points);
}
