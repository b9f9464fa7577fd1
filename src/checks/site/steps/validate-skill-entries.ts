import type { EntriesEvidence, SiteFinding } from '../../../contracts/site-report.ts';
import { excerptOf } from '../../findings/excerpt.ts';
import type { EntryReading } from '../read-entry.ts';
import { siteFinding } from '../reading/site-finding.ts';
import { SITE_RULES, type SiteRule } from '../reading/site-rules.ts';
import type { SiteReading, StepResult } from './step-result.ts';

/** An index may have thousands of entries; the faults of the first show those of the rest. */
const MAX_SHOWN = 50;

/** Step 3 checks each entry by itself, and whether two have the same name. */
export function validateSkillEntries({ index }: SiteReading): StepResult<EntriesEvidence> {
  if (index === null || index.entries === null) return null;
  const { entries } = index;
  const file = new URL(index.answer.url).pathname;
  const invalid = entries.filter(({ flaws }) => flaws.length > 0);
  const warned = entries.filter(({ warnings }) => warnings.length > 0);
  return {
    findings: [
      ...findingsOf(SITE_RULES.entryInvalid, file, invalid, (one) => one.flaws),
      ...findingsOf(SITE_RULES.entryRepeated, file, repeated(entries), () => ['Another entry has this name']),
      ...findingsOf(SITE_RULES.entryDescription, file, warned, (one) => one.warnings),
    ],
    evidence: {
      invalid: invalid.length,
      warned: warned.length,
      first: [...invalid, ...warned].slice(0, MAX_SHOWN).map(summaryOf),
    },
  };
}

function findingsOf(
  rule: SiteRule,
  file: string,
  entries: readonly EntryReading[],
  textsOf: (entry: EntryReading) => readonly string[],
): SiteFinding[] {
  return entries.slice(0, MAX_SHOWN).map((entry) => {
    const excerpt = `Entry ${entry.index + 1}: ${textsOf(entry).join('; ')}`;
    return siteFinding(rule, { file, skill: entry.name, excerpt });
  });
}

function repeated(entries: readonly EntryReading[]): EntryReading[] {
  const byName = Map.groupBy(entries, ({ entry }) => entry?.name ?? null);
  return [...byName].flatMap(([name, [, ...others]]) => (name === null ? [] : others));
}

function summaryOf({ index, name, flaws, warnings }: EntryReading): EntriesEvidence['first'][number] {
  return {
    index,
    skill: name === null ? null : excerptOf(name),
    flaws: [...flaws, ...warnings].map(excerptOf),
  };
}
