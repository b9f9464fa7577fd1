import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PdfGrader, PictureGrader } from '../../src/contracts/picture-grader.ts';
import { judgeContent } from '../../src/graders/content/judge-content.ts';
import type { GraderKind } from '../../src/graders/grader.ts';
import { unrelatedContents } from '../../src/runner/unrelated-contents.ts';

type Options = { content?: string; kinds?: Iterable<GraderKind>; seed?: string };

function contentsFor(name: string, { content = '', kinds = [], seed = 'seed' }: Options = {}): Buffer[] {
  const form = { name, content: Buffer.from(content), kinds: new Set(kinds) };
  return unrelatedContents(seed).map(({ contentOf }) => Buffer.from(contentOf(form)));
}

const textsFor = (...form: Parameters<typeof contentsFor>) => contentsFor(...form).map(String);

test('texts are empty, short and long, and no two seeds have a word in common', () => {
  const [empty, word, sentence, long = ''] = textsFor('a.md');
  expect([empty, word?.trim().split(' ').length, sentence?.split(' ').length]).toEqual(['', 1, 7]);
  expect(long.length).toBeGreaterThan(2000);
  const wordsOf = (text: string) => new Set(text.match(/[a-z]{6,}/g));
  const other = textsFor('a.md', { seed: 'other' })[3] ?? '';
  expect(wordsOf(long).isDisjointFrom(wordsOf(other))).toBe(true);
  expect(textsFor('a.md')).toEqual(textsFor('a.md'));
});

test.each<[string, Parameters<typeof contentsFor>]>([
  ['its ending', ['a.JSON']],
  ['the grader that looks at it', ['a', { kinds: ['json-schema'] }]],
  ['what the solution has in it', ['a', { content: '[1]' }]],
])('by %s, a file is JSON: an object or an array, with and without anything in it', (_, form) => {
  const parsed = textsFor(...form)
    .slice(4)
    .map((text): unknown => JSON.parse(text));
  expect(parsed.slice(0, 2)).toEqual([{}, []]);
  expect(parsed.map((value) => Array.isArray(value))).toEqual([false, true, false, true]);
  expect(parsed.slice(2).every((value) => JSON.stringify(value).length > 4)).toBe(true);
});

test('tables, packed files, pictures and PDFs can be read', async () => {
  expect(textsFor('a.csv')[5]).toMatch(/^\w+,\w+\n\w+,\w+\n$/);
  expect(gunzipSync(contentsFor('a.gz')[4] ?? '').length).toBeGreaterThan(3);
  const png = contentsFor('a.png')[4] ?? Buffer.of();
  const picture = PictureGrader.parse({
    kind: 'picture',
    title: 't',
    path: 'a.png',
    format: 'png',
    width: 1,
  });
  expect(await judgeContent({ spec: picture, found: png, given: null })).toMatchObject({ passed: true });
  const page = contentsFor('a', { kinds: ['pdf'] })[4] ?? Buffer.of();
  const size = { width: 595, height: 842 };
  const pdf = PdfGrader.parse({ kind: 'pdf', title: 't', path: 'a', pages: 1, size });
  expect(await judgeContent({ spec: pdf, found: page, given: null })).toMatchObject({ passed: true });
});
