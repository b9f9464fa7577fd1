import { expect, test } from 'vitest';
import { ContentGraderSpec } from '../../../src/contracts/grader-spec.ts';
import { ContentJudge } from '../../../src/graders/reading/content-judge.ts';
import { BLACK, bars, jpegFrom, plain, png, pngChunk, pngFrom, WHITE } from '../../fixtures/pictures.ts';
import { judgeBytes } from './judging.ts';

const BARS = pngFrom(bars());
const JPEG = await jpegFrom(bars());
const HEADER = { width: 8, height: 8, depth: 8, colours: 0, interlace: 0 };

test.each([
  ['PNG', BARS, 'png'],
  ['JPEG', JPEG, 'jpeg'],
])('a %s of the size and format expected passes', async (_what, file, format) => {
  const grader = { kind: 'picture', format, width: 80, height: { min: 50, max: 60 }, likeFile: 'like' };
  expect(await judgeBytes(grader, file, BARS)).toMatchObject({ passed: true, detail: 'out is as expected' });
});

test.each([
  ['another width', { width: 81 }, 'out has a width of 80 pixels, and not 81'],
  ['too little height', { height: { min: 61 } }, 'out has a height of 60 pixels, and not at least 61'],
  ['too much width', { width: { max: 79 } }, 'out has a width of 80 pixels, and not at most 79'],
  ['another format', { format: 'jpeg' }, 'out is a png, and not a jpeg'],
])('a picture with %s fails', async (_what, grader, detail) => {
  expect(await judgeBytes({ kind: 'picture', ...grader }, BARS)).toMatchObject({ passed: false, detail });
});

test('likeness does not depend on the format, the size or a little noise, but on what is seen', async () => {
  const like = { kind: 'picture', likeFile: 'like' };
  const isLike = async (file: Buffer) => (await judgeBytes(like, file, BARS)).passed;

  expect(await isLike(JPEG)).toBe(true);
  expect(await isLike(pngFrom(bars(20, { width: 400, height: 300 })))).toBe(true);
  expect(await isLike(pngFrom(bars(21)))).toBe(true);
  expect(await isLike(pngFrom(bars(40)))).toBe(false);
  expect(await isLike(pngFrom(plain(WHITE)))).toBe(false);
});

test.each([
  ['black and white', BLACK, WHITE, 1],
  ['what is transparent and white', [0, 0, 0, 0] as const, WHITE, 0],
  ['half of a black and white', [0, 0, 0, 51] as const, WHITE, 0.2],
  ['red and green', [255, 0, 0, 255] as const, [0, 255, 0, 255] as const, 0.6667],
])('the distance of %s is what the manual says', async (_what, one, other, distance) => {
  const grader = { kind: 'picture', likeFile: 'like', distance: Math.max(0, distance - 0.0001) };
  const [found, given] = [pngFrom(plain(one, { width: 3, height: 50 })), pngFrom(plain(other))];
  const nearly = await judgeBytes(grader, found, given);

  expect(nearly.passed).toBe(distance === 0);
  if (distance > 0) expect(nearly.detail).toContain(`the distance is ${distance.toFixed(4)}`);
  const further = { ...grader, distance: Math.min(1, distance + 0.0001) };
  expect((await judgeBytes(further, found, given)).passed).toBe(true);
});

/** All of them are white, but for their depth, their colours and their order. */
test.each([
  ['one bit of grey', { ...HEADER, depth: 1 }, Array<number[]>(8).fill([0, 0xff]), []],
  [
    'sixteen bits of grey',
    { ...HEADER, depth: 16 },
    Array<number[]>(8).fill([0, ...Array(16).fill(255)]),
    [],
  ],
  [
    'a palette',
    { ...HEADER, depth: 2, colours: 3 },
    Array<number[]>(8).fill([0, 0x55, 0x55]),
    [pngChunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255]))],
  ],
  [
    'seven passes',
    { ...HEADER, depth: 1, interlace: 1 },
    [...Array<number[]>(7).fill([0, 0xff]), ...Array<number[]>(8).fill([0, 0xff])],
    [],
  ],
])('a PNG with %s is read', async (_what, header, rows, between) => {
  const found = png(header, Buffer.from(rows.flat()), between);
  const grader = { kind: 'picture', likeFile: 'like', distance: 0 };
  expect(await judgeBytes(grader, found, pngFrom(plain(WHITE)))).toMatchObject({ passed: true });
});

const changed = (file: Buffer, at: number) => Buffer.from(file).fill(file.readUInt8(at) ^ 0xff, at, at + 1);
const sized = (header: object, rows = Buffer.alloc(72)) => png({ ...HEADER, ...header }, rows);

test.each([
  ['is empty', Buffer.alloc(0), 'is neither a PNG nor a JPEG'],
  ['is text', Buffer.from('PNG'), 'is neither a PNG nor a JPEG'],
  ['is a PNG cut in half', BARS.subarray(0, BARS.length / 2), 'is cut short'],
  ['is the beginning of a PNG', BARS.subarray(0, 8), 'is cut short'],
  ['is a JPEG cut in half', JPEG.subarray(0, JPEG.length / 2), 'is cut short'],
  ['is the beginning of a JPEG', JPEG.subarray(0, 3), 'is cut short'],
  ['is a PNG with a byte changed', changed(BARS, 60), 'a checksum in it is wrong'],
  [
    'is a JPEG with a part cut out',
    Buffer.concat([JPEG.subarray(0, -20), JPEG.subarray(-2)]),
    'is damaged: ',
  ],
  ['is a JPEG without a frame', Buffer.from('ffd8ffd9', 'hex'), 'it has no pixels'],
  ['has fewer pixels than it says', sized({}, Buffer.alloc(71)), 'pixels are missing'],
  ['has more pixels than it says', sized({}, Buffer.alloc(2 ** 27)), 'more pixels than its header says'],
  ['has no pixels', sized({ width: 0 }), 'has no pixels'],
  [
    'is larger than is read',
    sized({ width: 4097, height: 4096 }),
    'has 4097 × 4096 pixels, more than 16777216',
  ],
  [
    'takes more than is read',
    sized({ width: 4096, height: 4096, depth: 16, colours: 6 }),
    'more than 64 MiB',
  ],
  ['has a depth that none can have', sized({ depth: 3 }), 'what no PNG can be'],
  ['has a filter that there is not', sized({}, Buffer.alloc(72, 9)), 'is damaged: '],
  ['has a palette that is missing', sized({ colours: 3 }), 'is damaged: '],
  ['has too many bytes', Buffer.concat([BARS, Buffer.alloc(2 ** 24)]), 'has more than 16 MiB'],
])('a file that %s fails', async (_what, file, detail) => {
  const verdict = await judgeBytes({ kind: 'picture', width: { min: 0 } }, file);
  expect(verdict).toMatchObject({ passed: false, detail: expect.stringContaining(detail) });
});

test('a JPEG is refused for its header, or for its scans, before it is decoded', async () => {
  const frame = JPEG.indexOf(Buffer.from([0xff, 0xc2]));
  const huge = Buffer.from(JPEG);
  huge.writeUInt16BE(65_535, frame + 5);
  huge.writeUInt16BE(65_535, frame + 7);
  const scan = JPEG.subarray(JPEG.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const often = Buffer.concat([JPEG.subarray(0, -2), ...Array<Buffer>(200).fill(scan), JPEG.subarray(-2)]);
  const of = async (file: Buffer) => (await judgeBytes({ kind: 'picture', format: 'jpeg' }, file)).detail;

  expect(frame).toBeGreaterThan(0);
  expect(await of(huge)).toContain('has 65535 × 65535 pixels');
  expect(await of(often)).toContain('has more than 100 scans');
});

test('a decoder that gives up leaves the next picture alone', async () => {
  const broken = Buffer.from(JPEG);
  const table = JPEG.indexOf(Buffer.from([0xff, 0xc4]));
  broken.fill(0xfe, table + 4, table + 30);
  const grader = { kind: 'picture', format: 'jpeg' };

  expect(await judgeBytes(grader, broken)).toMatchObject({
    passed: false,
    detail: 'out is damaged: Bogus Huffman table definition',
  });
  expect((await judgeBytes(grader, JPEG)).passed).toBe(true);
});

test('pictures are judged in the thread', async () => {
  using judge = new ContentJudge();
  const spec = ContentGraderSpec.parse({ kind: 'picture', title: 't', path: 'a.jpg', likeFile: 'b.png' });
  expect(await judge.judge({ spec, found: JPEG, given: BARS })).toMatchObject({ passed: true });
});

test('a picture of the suite that cannot be read is a fault of the suite', async () => {
  const grader = { kind: 'picture', likeFile: 'like.png' };
  await expect(judgeBytes(grader, BARS, Buffer.from('x'))).rejects.toThrow('grade/like.png is neither a PNG');
});

test.each([{}, { width: {} }, { distance: 0.1 }])('a grader with %j is refused', (grader) => {
  const spec = ContentGraderSpec.safeParse({ kind: 'picture', title: 't', path: 'p', ...grader });
  expect(spec.error?.message).toContain('at least one of');
});
