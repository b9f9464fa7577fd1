import { expect, test } from 'vitest';
import { readFiles } from '../../../../../src/checks/security/engine/readings/read-files.ts';
import { splitSkill } from '../../../../../src/checks/security/engine/regions/split-skill.ts';
import { readSkill } from '../../../../../src/checks/skill/read-skill.ts';
import { loadScriptParser } from '../../../../../src/sources/script-parser.ts';
import { skillFolder } from '../../../skill-folder.ts';

const parser = await loadScriptParser();

function scriptsOf(page: string): string[] {
  const skill = readSkill(skillFolder({ 'page.html': page }));
  const regions = splitSkill(skill, readFiles(skill, parser));
  return regions.filter(({ kind }) => kind === 'script').map(({ text }) => text);
}

test('every script in a page is a region of its own', () => {
  expect(scriptsOf('<p>a</p><script>one()</script>\n<script src="a.js">two()</script>')).toEqual([
    'one()',
    'two()',
  ]);
});

test('the last region of endless scripts holds the rest, so nothing is lost', () => {
  const scripts = scriptsOf('<script>one()</script>'.repeat(5000));
  expect(scripts.length).toBeLessThan(2000);
  expect(scripts.join('').split('one()')).toHaveLength(5001);
});

test('an unclosed script is read to the end', () => {
  expect(scriptsOf('<script>one()')).toEqual(['one()']);
});
