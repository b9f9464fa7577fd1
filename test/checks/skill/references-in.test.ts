import { expect, test } from 'vitest';
import { referencesIn } from '../../../src/checks/skill/references-in.ts';

function targets(text: string): string[] {
  return referencesIn(text).map(({ target }) => target);
}

test.each([
  ['a link', 'See [the guide](references/guide.md).', 'references/guide.md'],
  ['a link with a title', '[a](a.md "Title")', 'a.md'],
  ['a link in angle brackets', '[a](<my notes.md>)', 'my notes.md'],
  ['an image', '![a](assets/a.png)', 'assets/a.png'],
  ['a link with an anchor', '[a](a.md#part)', 'a.md'],
  ['a link with a query', '[a](a.md?raw=true)', 'a.md'],
  ['a link that starts with a dot', '[a](./b/../a.md)', 'a.md'],
  ['an encoded link', '[a](my%20n%C3%B6tes.md)', 'my nötes.md'],
  ['a link that leaves the folder', '[a](../other/SKILL.md)', '../other/SKILL.md'],
  ['a script in prose', 'Run scripts/convert.py now.', 'scripts/convert.py'],
  ['a script at the end of a sentence', 'Run scripts/convert.py.', 'scripts/convert.py'],
  ['a script in code', '```sh\npython ./scripts/lib/convert.py --fast\n```', 'scripts/lib/convert.py'],
  ['a link and a script that are one file', '[run](scripts/a.sh) or `scripts/a.sh`', 'scripts/a.sh'],
])('%s refers to a file', (_, text, target) => {
  expect(targets(text)).toEqual([target]);
});

test.each([
  ['a URL', '[a](https://example.com/a.md)'],
  ['another scheme', '[a](mailto:a@example.com)'],
  ['a URL without a scheme', '[a](//example.com/a.md) [b](www.example.com)'],
  ['an anchor', '[a](#part)'],
  ['an absolute path', '[a](/etc/hosts.txt)'],
  ['a word', '[a](url)'],
  ['a folder', '[a](references/)'],
  ['a placeholder', '[a]({base}/a.md) [b](<name>.md) [c](*.md) [d](....md)'],
  ['a link in inline code', 'Write `[a](a.md)` there.'],
  ['a link in fenced code', '```\n[a](a.md)\n```\n~~~\n```\n[a](a.md)\n~~~'],
  ['scripts of something else', 'lib/scripts/a.py {dir}/scripts/a.py myscripts/a.py $X/scripts/a.py'],
  ['the folder of scripts', 'See scripts/ and scripts/*.py and scripts/tool'],
])('%s refers to no file', (_, text) => {
  expect(targets(text)).toEqual([]);
});

test('a file that is named twice is listed once, where it is first named', () => {
  expect(referencesIn('Run scripts/a.py, or [it](b.md), or [that](scripts/a.py).')).toEqual([
    { target: 'scripts/a.py', offset: 4 },
    { target: 'b.md', offset: 26 },
  ]);
});

test('a broken encoding is kept or replaced, and never throws', () => {
  expect(targets('[a](100%.md) [b](%ff.md)')).toEqual(['100%.md', '\ufffd.md']);
});

test('at most ten thousand references are followed', () => {
  const links = Array.from({ length: 10_050 }, (_, index) => `[a](${index}.md)`);
  expect(referencesIn(links.join('\n'))).toHaveLength(10_000);
});
