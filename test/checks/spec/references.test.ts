import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { OK, skillFolder, specFindings } from '../skill-folder.ts';

function withFiles(body: string, files: Record<string, string> = {}) {
  return skillFolder({ 'SKILL.md': `---\n${OK}\n---\n${body}`, ...files });
}

test('a reference to a file in the skill is fine', () => {
  const files = { 'references/guide.md': '', 'scripts/convert.py': '' };
  expect(specFindings(withFiles('See [it](references/guide.md) and scripts/convert.py.', files))).toEqual([]);
});

test('a reference to a missing file is a warning at the position of the path', () => {
  const folder = withFiles('First\nSee [it](references/guide.md).\nRun scripts/convert.py.\n');
  expect(specFindings(folder)).toEqual(['spec/references-exist 6:10', 'spec/references-exist 7:5']);
  expect(checkSkill(folder)).toMatchObject({
    spec: {
      valid: true,
      warnings: [
        'The body refers to "references/guide.md", which is not in the skill.',
        'The body refers to "scripts/convert.py", which is not in the skill.',
      ],
    },
  });
});

test('the case of a path matters', () => {
  expect(specFindings(withFiles('[it](Guide.md)', { 'guide.md': '' }))).toEqual([
    'spec/references-exist 5:6',
  ]);
});

test('a path that leaves the skill is a warning, whether or not it exists', () => {
  expect(specFindings(withFiles('[it](../other/SKILL.md)'))).toEqual(['spec/references-inside 5:6']);
  expect(specFindings(withFiles('[it](a/../../b.md)'))).toEqual(['spec/references-inside 5:6']);
});

test('paths in a script are not followed', () => {
  const files = { 'scripts/a.sh': '# [b](b.md)', 'scripts/b.md': '' };
  expect(specFindings(withFiles('Run scripts/a.sh.', files))).toEqual([]);
});

test('a file that is reached only through another file is mentioned, and passes', () => {
  const files = { 'references/a.md': 'x\nSee [b](b.md) and [home](../SKILL.md).', 'references/b.md': '' };
  const folder = withFiles('See [a](references/a.md).', files);
  expect(checkSkill(folder)).toMatchObject({
    findings: [
      {
        rule: 'spec/references-shallow',
        title: '"references/b.md" is reached only through references/a.md',
        file: 'references/a.md',
        line: 2,
        column: 9,
      },
    ],
    verdict: 'pass',
  });
  expect(specFindings(withFiles('See [a](references/a.md) and [b](references/b.md).', files))).toEqual([]);
});
