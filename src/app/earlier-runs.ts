import { AssayError } from '../base/assay-error.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { type EarlierRun, isComparable, isSameSetup, tellsWhatItTook } from '../scorecard/estimate-run.ts';
import type { RunReader } from '../store/run-store.ts';
import { requireUninterrupted } from './require-uninterrupted.ts';

/**
 * The number of earlier trials that an estimate uses for each task or probe and arm. More would add little
 * and take longer to read.
 */
const SAMPLES = 5;

type Reader = Pick<RunReader, 'runsOf' | 'loadRun' | 'loadRecords'>;

/** The newest comparable runs, with only the records that an estimate of `planned` needs. */
export async function earlierRuns(
  planned: RunPlan,
  reader: Reader,
  signal?: AbortSignal,
): Promise<EarlierRun[]> {
  const ofSame = new Demand(planned.trials);
  const ofOthers = new Demand(planned.trials);
  const earlier: EarlierRun[] = [];
  for (const runId of await reader.runsOf(planned.suite.id)) {
    if (ofSame.isMet()) break;
    await requireUninterrupted(signal, 'planning');
    const plan = await readablePlan(runId, reader);
    if (plan === null || !isComparable(plan, planned)) continue;
    const demand = isSameSetup(plan, planned) ? ofSame : ofOthers;
    const trials = plan.trials.filter((trial) => demand.take(trial));
    if (trials.length === 0) continue;
    const records = (await reader.loadRecords({ ...plan, trials })).filter(tellsWhatItTook);
    const telling = new Set<string>(records.map(({ trial }) => trial.id));
    for (const trial of trials.filter(({ id }) => !telling.has(id))) demand.giveBack(trial);
    earlier.push({ plan, records });
  }
  return earlier;
}

/** A run that cannot be read is skipped; `assay runs` reports it. */
async function readablePlan(runId: string, reader: Reader): Promise<RunPlan | null> {
  try {
    return (await reader.loadRun(runId)).plan;
  } catch (error) {
    if (error instanceof AssayError && error.code === 'STORE_UNUSABLE') return null;
    throw error;
  }
}

/** Counts how many more earlier trials are wanted of each task or probe and arm. */
class Demand {
  readonly #wanted: Map<string, number>;

  constructor(planned: readonly PlannedTrial[]) {
    this.#wanted = new Map(planned.map((trial) => [keyOf(trial), SAMPLES]));
  }

  isMet(): boolean {
    return [...this.#wanted.values()].every((left) => left === 0);
  }

  /** Tells whether the trial is wanted, and counts it if so. */
  take(trial: PlannedTrial): boolean {
    const left = this.#wanted.get(keyOf(trial)) ?? 0;
    if (left > 0) this.#wanted.set(keyOf(trial), left - 1);
    return left > 0;
  }

  giveBack(trial: PlannedTrial): void {
    this.#wanted.set(keyOf(trial), (this.#wanted.get(keyOf(trial)) ?? 0) + 1);
  }
}

function keyOf({ kind, subject, arm }: PlannedTrial): string {
  return `${kind}:${subject}:${arm}`;
}
