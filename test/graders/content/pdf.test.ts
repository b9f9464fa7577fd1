import { spawnSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';
import { ContentJudge } from '../../../src/graders/reading/content-judge.ts';
import { line, pdfOf } from '../../fixtures/pdfs.ts';
import { judgeBytes } from './judging.ts';

const REPORT = pdfOf([
  { content: `${line('Report for')}${line('March', { y: 680 })}` },
  { content: line('Total: 1,260.49', { y: 400 }), size: [842, 595] },
]);

test.each([
  ['so many pages', { pages: 2 }],
  ['pages between limits', { pages: { min: 1, max: 2 } }],
  ['a text over two lines', { contains: ['Report for March'] }],
  ['a text on the page named', { page: 2, contains: ['Total: 1,260.49'], lacks: ['March'] }],
  ['a page of that size', { page: 2, size: { width: 842, height: 595.3 } }],
  ['a text in another case', { contains: ['MARCH'], ignore: ['case'] }],
])('a PDF with %s passes', async (_what, grader) => {
  const verdict = await judgeBytes({ kind: 'pdf', ...grader }, REPORT);
  expect(verdict).toMatchObject({ passed: true, detail: 'out is as expected' });
});

test.each([
  ['another number of pages', { pages: { min: 3 } }, 'out has 2 pages, and not at least 3'],
  ['a page too few', { page: 3, contains: ['March'] }, 'out has no page 3'],
  ['a text on another page', { page: 1, contains: ['Total'] }, 'out does not contain "Total"'],
  ['an unwanted text', { lacks: ['March Total'] }, 'out contains "March Total"'],
  [
    'a page of another size',
    { size: { width: 595, height: 842 } },
    'out has a page of 842 × 595 points, and not 595 × 842',
  ],
])('a PDF with %s fails', async (_what, grader, detail) => {
  expect(await judgeBytes({ kind: 'pdf', ...grader }, REPORT)).toMatchObject({ passed: false, detail });
});

test.each([
  ['beside the page', line('Total', { x: 700 })],
  ['smaller than a point', line('Total', { size: 0.5 })],
])('text %s is not there for whoever looks for it', async (_what, content) => {
  const file = pdfOf([{ content: `${content}${line('Report')}` }]);
  const of = async (text: string) => (await judgeBytes({ kind: 'pdf', contains: [text] }, file)).passed;
  expect(await of('Report')).toBe(true);
  expect(await of('Total')).toBe(false);
});

const ENCRYPTION = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${'11'.repeat(32)}> >> /ID [<00> <00>]`;

test.each([
  ['is empty', Buffer.alloc(0), 'is not a PDF'],
  ['is text', Buffer.from('Total'), 'is not a PDF'],
  ['is cut in half', REPORT.subarray(0, REPORT.length / 2), 'is cut short'],
  ['has nothing in it', Buffer.from('%PDF-1.7\n%%EOF'), 'is damaged: '],
  ['asks for a password', pdfOf([], { trailer: ENCRYPTION }), 'is encrypted and asks for a password'],
  ['has too many bytes', Buffer.concat([REPORT, Buffer.alloc(2 ** 24)]), 'has more than 16 MiB'],
  ['has too many pages', pdfOf(Array<{ content: string }>(1001).fill({ content: '' })), 'more than 1000'],
  [
    'decompresses into more than is read',
    pdfOf([
      {
        content: deflateSync(deflateSync(Buffer.alloc(2 ** 29, ' '))),
        filter: '[/FlateDecode /FlateDecode]',
      },
    ]),
    'more in it than is read',
  ],
])('a file that %s fails', async (_what, file, detail) => {
  const verdict = await judgeBytes({ kind: 'pdf', pages: { min: 0 }, lacks: ['Total'] }, file);
  expect(verdict).toMatchObject({ passed: false, detail: expect.stringContaining(detail) });
});

test('a PDF that needs more memory than it gets is a failed attempt, and the next one is judged', async () => {
  using judge = new ContentJudge();
  const spec = ContentGraderSpec.parse({ kind: 'pdf', title: 't', path: 'a.pdf', contains: ['March'] });
  const content = Buffer.concat([Buffer.from('['), Buffer.alloc(2 ** 27, '<<>>'), Buffer.from('] TJ')]);
  const [hungry, next] = await Promise.all([
    judge.judge({ spec, found: pdfOf([{ content }]), given: null }),
    judge.judge({ spec, found: REPORT, given: null }),
  ]);
  expect(hungry).toMatchObject({
    passed: false,
    detail: expect.stringMatching(/takes too (much memory|long)/),
  });
  expect(next).toMatchObject({ passed: true });
});

test('nothing goes on reading a PDF when a run is over', async () => {
  const readers = () => spawnSync('pgrep', ['-P', `${process.pid}`, '-f', 'pdf-process']).stdout.toString();
  const spec = ContentGraderSpec.parse({ kind: 'pdf', title: 't', path: 'a.pdf', contains: ['March'] });
  const slow = pdfOf([{ content: Buffer.alloc(2 ** 27, 'q ') }]);
  const judge = new ContentJudge();
  const judging = expect(judge.judge({ spec, found: slow, given: null })).rejects.toThrow('The run is over');

  await expect.poll(readers).not.toBe('');
  judge[Symbol.dispose]();
  await judging;
  await expect.poll(readers).toBe('');
});

test.each([{}, { page: 1 }, { ignore: ['case'] }])('a grader with %j is refused', (grader) => {
  const spec = ContentGraderSpec.safeParse({ kind: 'pdf', title: 't', path: 'p', ...grader });
  expect(spec.error?.message).toContain('at least one of pages');
});
