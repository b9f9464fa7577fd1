import { canonicalJson } from '../base/digest.ts';
import type { Opening, OpeningComparison, Openings } from '../contracts/opening.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import type { Scorecard } from '../contracts/scorecard.ts';
import type { TrialRecord } from '../contracts/trial-record.ts';
import { compareOpenings } from '../traffic/opening/compare-openings.ts';

const MOST_NAMED = 50;

type Compared = { trial: string; comparison: OpeningComparison };

/** Compares the first requests of all pairs; nothing if no record of the run has one. */
export function openingsOf(plan: RunPlan, records: readonly TrialRecord[]): Pick<Scorecard, 'openings'> {
  if (!records.some((record) => openingIn(record) !== null)) return {};
  const pairs = records.filter(({ trial }) => trial.arm === 'with-skill');
  const compared = pairs.flatMap((record): Compared[] => {
    const comparison = openingComparison(plan, records, record.trial);
    return comparison === null ? [] : [{ trial: record.trial.id, comparison }];
  });
  const comparisons = compared.map(({ comparison }) => comparison);
  const differences = differencesIn(compared);
  const openings: Openings = {
    pairs: {
      compared: compared.length,
      notCompared: pairs.length - compared.length,
      listing: comparisons.filter(({ entry }) => entry.length > 0).length,
    },
    entry: distinct(comparisons.flatMap(({ entry }) => entry)).slice(0, MOST_NAMED),
    differences: differences.slice(0, MOST_NAMED),
    moreDifferences:
      Math.max(0, differences.length - MOST_NAMED) +
      Math.max(0, ...comparisons.map(({ moreDifferences }) => moreDifferences)),
    isWhole: comparisons.every(({ isWhole }) => isWhole),
    listed: namesIn(comparisons.flatMap(({ listed }) => listed)),
    tools: namesIn(comparisons.flatMap(({ tools }) => tools)),
  };
  return { openings };
}

/** How the two arms of the pair compare to which a trial belongs; `null` if one of them has no first request. */
export function openingComparison(
  { skill }: Pick<RunPlan, 'skill'>,
  records: readonly TrialRecord[],
  trial: PlannedTrial,
): OpeningComparison | null {
  const ofArm = (arm: PlannedTrial['arm']) => {
    const record = records.find((one) => isSameWork(one.trial, trial) && one.trial.arm === arm);
    return record === undefined ? null : openingIn(record);
  };
  const [baseline, withSkill] = [ofArm('baseline'), ofArm('with-skill')];
  return baseline === null || withSkill === null ? null : compareOpenings({ baseline, withSkill }, skill);
}

function isSameWork(one: PlannedTrial, other: PlannedTrial): boolean {
  return one.kind === other.kind && one.subject === other.subject && one.repeat === other.repeat;
}

function openingIn({ result }: TrialRecord): Opening | null {
  return result.status === 'measured' ? (result.evidence.opening ?? null) : null;
}

/** What differs in all pairs alike is said once. */
function differencesIn(compared: readonly Compared[]): Openings['differences'] {
  const all = new Map<string, Openings['differences'][number]>();
  for (const { trial, comparison } of compared)
    for (const difference of distinct(comparison.differences)) {
      const key = canonicalJson(difference);
      const known = all.get(key) ?? { ...difference, pairs: 0, trial };
      all.set(key, { ...known, pairs: known.pairs + 1 });
    }
  return [...all.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** What nothing explains comes first. */
function rank({ around }: Openings['differences'][number]): number {
  return around === 'elsewhere' ? 0 : 1;
}

function distinct<Item extends object>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [canonicalJson(item), item])).values()];
}

function namesIn(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted().slice(0, MOST_NAMED);
}
