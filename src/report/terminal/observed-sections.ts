import type { Evidence } from '../../contracts/evidence.ts';
import { isOwnState } from '../../contracts/own-state.ts';
import type { ProcessEvent } from '../../contracts/process-event.ts';
import { NOT_MEASURED, showSeconds } from '../facts/amounts.ts';
import { attemptParts } from '../facts/describe-attempt.ts';
import type { ReportOptions } from '../report-options.ts';
import { section } from './section.ts';
import { heading, table } from './table.ts';

/** The most rows shown; the evidence has all of them. */
const MOST_ROWS = 40;
const MIB = 1024 ** 2;

/** What the harness saw in a trial besides the conversation. */
export function observedSections(evidence: Evidence, options: ReportOptions): string[][] {
  return [
    rows('Files', fileRows(evidence), ['what', 'path', ''], options),
    rows('Network', evidence.egress.map(attemptParts), ['what', 'to', 'answer'], options),
    rows(
      'Processes',
      (evidence.processes?.events ?? []).map(processRow),
      ['what', 'detail', 'error'],
      options,
    ),
    section('Sandbox', table(sandboxRows(evidence).map(cells), options), options),
  ];
}

type Row = readonly string[];

function rows(
  title: string,
  all: readonly Row[],
  labels: readonly string[],
  options: ReportOptions,
): string[] {
  if (all.length === 0) return [];
  const left = all.length - MOST_ROWS;
  const more = left > 0 ? [[`and ${left} more, in --json`]] : [];
  return section(
    title,
    table([heading(...labels), ...[...all.slice(0, MOST_ROWS), ...more].map(cells)], options),
    options,
  );
}

function cells(row: Row) {
  return row.map((text) => ({ text }));
}

/** What the agent keeps for itself comes last, so that it does not hide what the task left. */
function fileRows({ tree, treeComplete, ownState = [] }: Evidence): Row[] {
  const changes = [
    ...tree.created.map((entry) => ({ what: 'created', entry })),
    ...tree.changed.map((entry) => ({ what: 'changed', entry })),
    ...tree.deleted.map((path) => ({ what: 'deleted', entry: { path } })),
  ];
  const rows = changes.map(({ what, entry }) => ({
    row: [what, entry.path],
    isOwn: isOwnState(entry, ownState),
  }));
  return [
    ...rows.filter(({ isOwn }) => !isOwn).map(({ row }) => [...row, '']),
    ...rows.filter(({ isOwn }) => isOwn).map(({ row }) => [...row, 'the agent’s own state']),
    ...(treeComplete ? [] : [['incomplete', 'not all files were read; deletions are unknown']]),
  ];
}

function processRow(event: ProcessEvent): Row {
  if (event.kind === 'out-of-band') return ['out of band', event.means, ''];
  const error = event.error ?? '';
  if (event.kind === 'exec') return ['start', event.argv.join(' '), error];
  return [event.kind, event.kind === 'open' ? event.path : event.address, error];
}

function sandboxRows({ attestation, resources, limitsReached, processes, skillUnchanged }: Evidence): Row[] {
  const dropped = processes?.dropped.events ?? 0;
  const gaps =
    processes === null || processes.complete ? [] : [['watched', `with gaps: ${processes.gaps.join('; ')}`]];
  return [
    [
      'attested',
      `${attestation.filter(({ holds }) => holds).length} of ${attestation.length} claims are true`,
    ],
    ['memory', megabytes(resources?.peakMemoryBytes ?? null)],
    ['processor', showSeconds(resources?.cpuSeconds ?? null)],
    ['processes', `${resources?.peakProcesses ?? NOT_MEASURED}`],
    ...(dropped === 0 ? [] : [['not kept', `${dropped} events of processes that no claim is about`]]),
    ...(limitsReached.length === 0 ? [] : [['limits reached', limitsReached.join(', ')]]),
    ...(skillUnchanged === false ? [['skill', 'changed while the agent worked']] : []),
    ...gaps,
  ];
}

function megabytes(bytes: number | null): string {
  return bytes === null ? NOT_MEASURED : `${Math.ceil(bytes / MIB)} MiB at most`;
}
