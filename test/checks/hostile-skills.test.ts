import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSkill } from '../../src/checks/check-skill.ts';
import { readSkill } from '../../src/checks/skill/read-skill.ts';
import { CheckReport } from '../../src/contracts/check-report.ts';
import type { SkillFolder } from '../../src/contracts/skill.ts';
import { skillFolder, skillOf, skillWith } from './skill-folder.ts';

/** Pieces that mean something to one of the readers, so that chance builds more than noise. */
const PIECES = [
  ...['---', '--- ', '\n', '\n', '\r', '\r\n', ' ', '  ', '\t', '\0', '\ufeff', '\u200b', '\ud800', '😀'],
  ...[
    ': ',
    ':',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    '&a ',
    '*a',
    '!!str ',
    '|',
    '>-',
    '"',
    "'",
    '#',
    '%',
    '\\',
    '<<',
  ],
  ...['name', 'description', 'metadata', 'allowed-tools', 'a', 'A', '-', '1', 'true', '~', 'null'],
  ...[
    '```',
    '~~~',
    '`',
    '](',
    '](a.md)',
    '](%ff.md)',
    '](<a%e9/b.md>',
    ')',
    '<',
    'scripts/',
    'scripts/a.sh',
    '../',
    '%ff',
    './',
    'password: ',
  ],
];
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((pieces) => pieces.join(''));

const hostileFolder: fc.Arbitrary<SkillFolder> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => skillOf(new Uint8Array(bytes))),
  text.map((any) => skillOf(any)),
  text.map((frontmatter) => skillWith(frontmatter)),
  fc.tuple(text, text).map(([body, other]) => {
    const skill = `---\nname: my-skill\ndescription: Use it.\n---\n[a](a.md)\n${body}`;
    return skillFolder({ 'SKILL.md': skill, 'a.md': other });
  }),
  fc.tuple(text, text).map(([name, folder]) => skillWith(`name: ${JSON.stringify(name)}`, folder)),
);

function lineCount(folder: SkillFolder, path: string): number {
  return readSkill(folder).files.find((file) => file.path === path)?.lineStarts.length ?? 1;
}

describe('whatever a skill holds', () => {
  test('the report is valid and no check crashes', () => {
    fc.assert(
      fc.property(hostileFolder, (folder) => {
        const report = CheckReport.parse(checkSkill(folder));
        expect(report.verdict).not.toBe('error');
        expect(report.spec.valid).toBe(report.spec.errors.length === 0);
      }),
      { numRuns: 1000 },
    );
  });

  test('the report is the same each time', () => {
    fc.assert(
      fc.property(hostileFolder, (folder) => {
        expect(checkSkill(folder)).toEqual(checkSkill(folder));
      }),
    );
  });

  test('every finding points to an existing line', () => {
    fc.assert(
      fc.property(hostileFolder, (folder) => {
        for (const { file, line } of checkSkill(folder).findings) {
          expect(line).toBeLessThanOrEqual(lineCount(folder, file));
        }
      }),
    );
  });

  test('no printed text is long or invisible', () => {
    fc.assert(
      fc.property(hostileFolder, (folder) => {
        for (const { title, excerpt } of checkSkill(folder).findings) {
          expect(`${title}${excerpt}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
          expect([...title].length).toBeLessThanOrEqual(160);
          expect([...excerpt].length).toBeLessThanOrEqual(160);
        }
      }),
    );
  });
});

describe('however large a skill is', () => {
  const SIZE = 200_000;
  const BODY = '---\nname: my-skill\ndescription: Use it.\n---\n';
  const numbered = (line: (index: number) => string) =>
    Array.from({ length: SIZE / 10 }, (_, index) => line(index)).join('\n');

  test.each([
    ['dashes', '-'.repeat(SIZE)],
    ['lines of dashes and more', `---\n${'--- x\n'.repeat(SIZE / 6)}`],
    ['line ends', '\n'.repeat(SIZE)],
    ['NUL characters', BODY + '\0'.repeat(SIZE)],
    ['one line', BODY + 'a'.repeat(SIZE)],
    ['backticks', BODY + '`a'.repeat(SIZE / 2)],
    ['fences', BODY + '```\n'.repeat(SIZE / 4)],
    ['openings of links', BODY + ']('.repeat(SIZE / 2)],
    ['openings of links in brackets', BODY + '](<'.repeat(SIZE / 3)],
    ['one long target', `${BODY}[a](${'a/'.repeat(SIZE / 2)}a.md)`],
    ['links', BODY + numbered((index) => `[a](${index}.md)`)],
    ['links that leave the skill', BODY + numbered((index) => `[a](../${index}.md)`)],
    ['scripts', BODY + numbered((index) => `scripts/${index}.sh`)],
    ['fields', `---\n${'a:\n'.repeat(20_000)}---\n`],
    ['fields of different names', `---\n${numbered((index) => `${index}:`).slice(0, 60_000)}\n---\n`],
    ['anchors', `---\na: [${'&a b,'.repeat(10_000)}]\n---\n`],
    ['brackets', `---\n${'['.repeat(60_000)}\n---\n`],
    ['colons', `---\n${'a: b: c\n'.repeat(7000)}---\n`],
    ['a frontmatter beyond the limit', `---\n${'a: b\n'.repeat(SIZE / 5)}---\n`],
  ])('endless %s yield a short report', (_, content) => {
    const report = checkSkill(skillOf(content));
    expect(report.verdict).not.toBe('error');
    expect(JSON.stringify(report).length).toBeLessThan(200_000);
  });
});
