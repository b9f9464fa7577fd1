import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArchives } from '../../../bench/read-archives.ts';
import { readSkills } from '../../../bench/read-skills.ts';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { checksWith } from '../../../src/checks/rules.ts';
import type { SkillFolder } from '../../../src/contracts/skill.ts';
import { loadScriptParser } from '../../../src/sources/script-parser.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/security/', import.meta.url));
const malicious = [
  ...readSkills(`${FIXTURES}malicious`),
  ...(await readArchives(`${FIXTURES}archives/malicious`)),
];
const benign = [...readSkills(`${FIXTURES}benign`), ...(await readArchives(`${FIXTURES}archives/benign`))];
const checks = checksWith(await loadScriptParser());

function alarmsOf(skill: SkillFolder): string[] {
  const { findings } = checkSkill(skill, { checks });
  return findings
    .filter(({ severity }) => severity === 'critical' || severity === 'high')
    .map(({ rule }) => rule);
}

describe('the security review', () => {
  test.each(malicious.map((skill) => [skill.source, skill] as const))(
    'raises an alarm for the malicious fixture %s',
    (_, skill) => {
      expect(alarmsOf(skill)).not.toEqual([]);
    },
  );

  test.each(benign.map((skill) => [skill.source, skill] as const))(
    'raises no alarm for the harmless fixture %s',
    (_, skill) => {
      expect(alarmsOf(skill)).toEqual([]);
    },
  );

  test('reads any text, in prose and in every kind of script, without a crash', () => {
    const name = fc.constantFrom('SKILL.md', 'a.sh', 'a.py', 'a.js', 'a.ts', 'a.json', 'a.svg', 'a.ps1');
    const word = fc.constantFrom(
      '```bash\n',
      '$(',
      '"',
      "'",
      '<!--',
      'curl',
      '|',
      'sh',
      '\n',
      'QUJD',
      '\u200b',
      '{',
      '(',
    );
    const text = fc.array(fc.oneof(word, fc.string()), { maxLength: 60 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, text), { maxLength: 3 }), (files) => {
        const folder = files.map(([path, content]) => ({
          path,
          executable: false,
          content: new TextEncoder().encode(content),
        }));
        const report = checkSkill({ source: 'x', folder: 'x', files: folder }, { checks });
        expect(report.findings.filter(({ rule }) => rule === 'check/crashed')).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
