import { trackProgress } from '../src/app/track-progress.ts';
import { progressView } from '../src/cli/terminal/progress.ts';
import { systemClock } from '../src/runner/clock.ts';
import { planTrials } from '../src/runner/plan-trials.ts';
import { measured, smallPlan } from '../test/fixtures/plan.ts';

const TRIALS = 500;
const MOST_MS = 5;
/** The text of a conversation, which tracking must not read with every event. */
const WORDS = 'x'.repeat(20_000);
const PASSED = { status: 'passed' as const, verdicts: [] };

/** The time of the event loop that the 99th percentile of a run's events takes to track and to draw, beside its bound. */
export async function progress() {
  const one = smallPlan();
  const subjects = one.trials
    .filter(({ arm }) => arm === 'baseline')
    .map(({ kind, subject, limits }) => ({ kind, id: subject, limits }));
  const repeats = TRIALS / one.trials.length;
  const plan = smallPlan({ repeats, trials: planTrials(subjects, repeats, 'seed') });
  const { isTTY, write } = process.stderr;
  // A terminal that draws nothing.
  const terminal = { isTTY: true, columns: 100, rows: 40, hasColors: () => true, write: () => true };
  using view = progressView(Object.assign(process.stderr, terminal));
  const track = trackProgress(plan, [], systemClock, (state) => view.show(state));
  const tookMs = plan.trials.flatMap((trial) => {
    const transcript = { events: [{ kind: 'user' as const, atMs: 0, text: WORDS }] };
    const record = measured(plan, trial.id, { transcript });
    return [
      timed(() => track({ kind: 'started', trial })),
      timed(() => track({ kind: 'ended', record, grade: PASSED, isTriedAgain: false })),
    ];
  });
  Object.assign(process.stderr, { isTTY, write });
  const p99Ms = tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? Number.NaN;
  return { bench: 'progress', ratio: p99Ms / MOST_MS, bound: 1, p99Ms, trials: plan.trials.length };
}

function timed(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
