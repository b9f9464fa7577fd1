import { expect, test } from 'vitest';
import { checkSkill } from '../../../src/checks/check-skill.ts';
import { type Bytes, OK, skillFolder, skillOf, specFindings, specRules } from '../skill-folder.ts';

const TEXT = `---\n${OK}\n---\nBody\n`;

function utf16(text: string): Bytes {
  return new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
}

test('a folder without SKILL.md is not a skill', () => {
  expect(specFindings(skillFolder({ 'README.md': '' }))).toEqual(['spec/skill-file-present 1:1']);
});

test.each(['Skill.md', 'my-skill/SKILL.md', 'SKILL.MD'])(
  'a file with almost the right name, %s, is mentioned',
  (path) => {
    expect(checkSkill(skillFolder({ [path]: TEXT })).spec.errors).toEqual([
      `Missing required file: SKILL.md (there is ${path}).`,
    ]);
  },
);

test('skill.md is read with a warning, and is an error in a published skill', () => {
  const folder = skillFolder({ 'skill.md': TEXT });
  expect(specFindings(folder)).toEqual(['spec/skill-file-name 1:1']);
  expect(checkSkill(folder).verdict).toBe('warn');
  expect(checkSkill(folder, { published: true }).verdict).toBe('fail');
});

test.each([
  ['LF', TEXT],
  ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['lone CR', TEXT.replaceAll('\n', '\r')],
])('%s line ends are fine', (_, text) => {
  expect(specFindings(skillOf(text))).toEqual([]);
});

test('a byte order mark is a warning, and an error in strict mode', () => {
  const folder = skillOf(`\ufeff${TEXT}`);
  expect(specFindings(folder)).toEqual(['spec/byte-order-mark-absent 1:1']);
  expect(checkSkill(folder).spec.valid).toBe(true);
  expect(checkSkill(folder, { strict: true }).spec.valid).toBe(false);
});

test('bytes that are not UTF-8 are an error with a position', () => {
  const bytes = new Uint8Array([...new TextEncoder().encode(TEXT), 0x61, 0xff]);
  expect(specFindings(skillOf(bytes))).toEqual(['spec/text-utf-8 6:2']);
  expect(checkSkill(skillOf(bytes)).spec.errors).toEqual(['SKILL.md holds bytes that are not UTF-8.']);
});

test('UTF-16 is an error, and the rest is still checked', () => {
  const folder = skillOf(utf16(TEXT.replace('my-skill', 'My-Skill')));
  expect(specRules(folder)).toEqual(['spec/text-utf-8', 'spec/name-lowercase', 'spec/name-matches-folder']);
});

test('a NUL character is an error with a position', () => {
  expect(specFindings(skillOf(`${TEXT}a\0b`))).toEqual(['spec/nul-absent 6:2']);
});
