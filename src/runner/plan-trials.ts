import { seededRandom, shuffle } from '../base/seeded-random.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { Limits } from '../contracts/limits.ts';
import type { PlannedTrial } from '../contracts/plan.ts';

export type Subject = { kind: PlannedTrial['kind']; id: string; limits: Limits };

const ARMS: readonly Arm[] = ['baseline', 'with-skill'];

/**
 * Orders pairs randomly by the seed. The two arms of a pair come next to each other in random order, so that
 * neither a machine that warms up nor a provider that slows down favours one arm.
 */
export function planTrials(subjects: readonly Subject[], repeats: number, seed: string): PlannedTrial[] {
  const random = seededRandom(seed);
  const pairs = subjects.flatMap((subject) =>
    Array.from({ length: repeats }, (_, index) => ({ subject, repeat: index + 1 })),
  );
  return shuffle(pairs, random).flatMap(({ subject, repeat }) =>
    shuffle(ARMS, random).map((arm) => ({
      id: `${subject.kind}:${subject.id}:${arm}:${repeat}`,
      kind: subject.kind,
      subject: subject.id,
      arm,
      repeat,
      limits: subject.limits,
    })),
  );
}

/** The trials that a resumed run still has to do. */
export function pendingTrials(
  planned: readonly PlannedTrial[],
  settled: ReadonlySet<string>,
): PlannedTrial[] {
  return planned.filter((trial) => !settled.has(trial.id));
}
