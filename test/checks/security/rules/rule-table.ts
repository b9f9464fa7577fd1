import { describe, expect, test } from 'vitest';
import { checkSkill } from '../../../../src/checks/check-skill.ts';
import { checksWith } from '../../../../src/checks/rules.ts';
import type { Finding, Severity } from '../../../../src/contracts/finding.ts';
import type { SkillFolder } from '../../../../src/contracts/skill.ts';
import { loadScriptParser } from '../../../../src/sources/script-parser.ts';
import { type Bytes, skillFolder } from '../../skill-folder.ts';

/** The body of a `SKILL.md`, or the other files of a skill whose `SKILL.md` may be given too. */
type Sample = string | Readonly<Record<string, string | Bytes>>;

/** What one rule finds and what it leaves alone. */
export type RuleTable = {
  rule: string;
  /** At least this is what each of `found` weighs. */
  severity: Severity;
  /** One behaviour in several wordings, tools and languages. */
  found: readonly Sample[];
  /** The same words for another behaviour: no finding of this weight, and no alarm by any rule. */
  nearMisses: readonly Sample[];
  /** Quoted, forbidden, taught or tested: the weight that is left; null where nothing is. */
  documented: readonly (readonly [Sample, 'medium' | 'low' | 'info' | null])[];
};

const ORDER: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical'];
const checks = checksWith(await loadScriptParser());

export function testRules(tables: readonly RuleTable[]): void {
  describe.each(tables)('$rule', ({ rule, severity, found, nearMisses, documented }) => {
    test.each(found.map(titled))('is found in %s', (_, sample) => {
      expect(rank(worstOf(rule, findingsOf(sample)))).toBeGreaterThanOrEqual(ORDER.indexOf(severity));
    });

    test.each(nearMisses.map(titled))('is not found in %s', (_, sample) => {
      const findings = findingsOf(sample);
      expect(rank(worstOf(rule, findings))).toBeLessThan(ORDER.indexOf(severity));
      expect(alarmsIn(findings)).toEqual([]);
    });

    test.each(documented.map(([sample, left]) => [...titled(sample), left] as const))(
      'raises no alarm in text that only documents it: %s',
      (_, sample, left) => {
        const findings = findingsOf(sample);
        expect(worstOf(rule, findings)).toBe(left);
        expect(alarmsIn(findings)).toEqual([]);
      },
    );
  });
}

function titled(sample: Sample): [string, Sample] {
  return [JSON.stringify(sample).slice(0, 160), sample];
}

function findingsOf(sample: Sample): readonly Finding[] {
  return checkSkill(folderOf(sample), { checks }).findings;
}

function folderOf(sample: Sample): SkillFolder {
  const files = typeof sample === 'string' ? { 'SKILL.md': withHead(sample) } : sample;
  return skillFolder({ 'SKILL.md': withHead('Run the script and show the result.'), ...files }, 'desk-tool');
}

function withHead(body: string): string {
  return `---\nname: desk-tool\ndescription: Keeps the desk tidy. Use when papers pile up.\n---\n\n# Desk tool\n\n${body}\n`;
}

function worstOf(rule: string, findings: readonly Finding[]): Severity | null {
  const own = findings.filter((finding) => finding.rule === rule).map(({ severity }) => severity);
  return own.toSorted((a, b) => ORDER.indexOf(b) - ORDER.indexOf(a))[0] ?? null;
}

function rank(severity: Severity | null): number {
  return severity === null ? -1 : ORDER.indexOf(severity);
}

function alarmsIn(findings: readonly Finding[]): string[] {
  return findings.filter(({ severity }) => rank(severity) > rank('medium')).map(({ rule }) => rule);
}
