import type { RunProgress } from '../../app/track-progress.ts';
import { printable } from '../../base/printable.ts';
import type { Grade } from '../../contracts/grade.ts';
import type { PlannedTrial } from '../../contracts/plan.ts';
import { cutToWidth } from './cut-to-width.ts';
import { type LiveLine, liveDisplay } from './live-display.ts';
import { noticeOptions, say } from './print.ts';

/** Shows the progress of a run on stderr: a live display on a terminal, otherwise a line for each trial. */
export type ProgressView = { show(progress: RunProgress): void } & Disposable;

const BAR_CELLS = 24;

/** How long agents may go on before that is shown: some answer a hundred times a second. */
const DOING_MS = 100;

export function progressView(stream: NodeJS.WriteStream): ProgressView {
  return stream.isTTY ? liveView(stream) : lineView();
}

function liveView(stream: NodeJS.WriteStream): ProgressView {
  const display = liveDisplay(stream);
  let latest: RunProgress | null = null;
  let later: NodeJS.Timeout | undefined;
  const draw = () => {
    clearTimeout(later);
    later = undefined;
    if (latest !== null) display.show(liveLines(latest));
  };
  return {
    show(progress) {
      const isOnlyDoing = progress.ended === null && progress.running.length === latest?.running.length;
      latest = progress;
      if (!isOnlyDoing) draw();
      else later ??= setTimeout(draw, DOING_MS).unref();
    },
    [Symbol.dispose]() {
      clearTimeout(later);
      display[Symbol.dispose]();
    },
  };
}

function liveLines(progress: RunProgress): LiveLine[] {
  const { running, doing } = progress;
  return [
    ...headOf(progress).map((text): LiveLine => ({ text: fitted(text), tone: 'plain' })),
    ...running.map((trial): LiveLine => ({ text: fitted(runningLine(trial, doing)), tone: 'muted' })),
  ];
}

/** Several runs share one bar. */
function headOf(progress: RunProgress): string[] {
  const { matrix, planned, done } = progress;
  if (matrix === undefined) return [`${barOf(progress)}  ${standingOf(progress)}`];
  const { run, of, name } = matrix;
  return [
    `${barOf(matrix)}  run ${run} of ${of}: ${name}`,
    `this run ${done}/${planned}  ${isPreparing(progress) ? 'preparing' : standingOf(progress)}`,
  ];
}

function isPreparing({ running, ended, done, planned }: RunProgress): boolean {
  return running.length === 0 && ended === null && done < planned;
}

function barOf({ planned, done }: { planned: number; done: number }): string {
  const filled = Math.round((done / planned) * BAR_CELLS);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)} ${done}/${planned}`;
}

function runningLine(trial: PlannedTrial, doing: RunProgress['doing']): string {
  const what = doing.get(trial.id);
  return `running  ${nameOf(trial)}${what === undefined ? '' : ` · ${what}`}`;
}

function fitted(line: string): string {
  return cutToWidth(printable(line), noticeOptions().columns);
}

function lineView(): ProgressView {
  return {
    show: (progress) => {
      if (progress.ended !== null) say(endedLine(progress, progress.ended));
    },
    [Symbol.dispose]: () => undefined,
  };
}

function endedLine(
  { done, planned }: RunProgress,
  { trial, grade, seconds, isTriedAgain }: NonNullable<RunProgress['ended']>,
): string {
  const count = `[${String(done).padStart(String(planned).length)}/${planned}]`;
  const next = isTriedAgain ? '; it is tried again' : '';
  return `${count} ${nameOf(trial)}: ${grade.status}${reasonOf(grade)}, ${seconds.toFixed(1)} s${next}`;
}

function reasonOf(grade: Grade): string {
  if (grade.status === 'passed') return '';
  if (grade.status === 'failed') return ` (${grade.reason})`;
  const [cause = ''] = grade.detail.split('\n');
  return ` (${grade.reason}: ${cause})`;
}

function standingOf({ ahead, behind, ungraded, secondsLeft }: RunProgress): string {
  const parts = [`skill ahead in ${ahead}, behind in ${behind}`];
  if (ungraded > 0) parts.push(`${ungraded} ungraded`);
  if (secondsLeft !== null) parts.push(`about ${Math.ceil(secondsLeft)} s left`);
  return parts.join(' · ');
}

function nameOf({ kind, subject, arm, repeat }: PlannedTrial): string {
  return `${kind} ${subject}, ${arm}${repeat > 1 ? `, repeat ${repeat}` : ''}`;
}
