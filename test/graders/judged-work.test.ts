import { describe, expect, test } from 'vitest';
import { judgedWork } from '../../src/graders/judged-work.ts';
import { copyWorkspace } from '../../src/graders/workspace-copy.ts';
import { NOTHING_DONE } from './grading-context.ts';
import { FOLDER, file, link, treeOf } from './tree-of.ts';

const MIB = 1024 * 1024;

async function viewOf(
  files: Record<string, string | Uint8Array>,
  answers: string[] = [],
  reads: string[] = [],
) {
  const tree = treeOf(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`/workspace/${path}`, file(content)])),
  );
  const session = {
    ...NOTHING_DONE,
    answers,
    changes: { created: [...tree.entries], changed: [], deleted: [] },
  };
  return await judgedWork({ reads }, { workspace: await copyWorkspace(tree), session });
}

/** Counts the turns that others get while some work goes on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

/** Bytes that tell which of them were looked at. */
class WatchedBytes extends Uint8Array<ArrayBuffer> {
  seen = 0;
  looks = 0;

  override subarray(begin = 0, end = this.length): Uint8Array<ArrayBuffer> {
    const part = Buffer.from(this.buffer).subarray(begin, end);
    this.seen = Math.max(this.seen, part.length);
    this.looks += 1;
    return part;
  }

  override includes(): never {
    throw new Error('All of it is looked at.');
  }
}

test('of a file of many megabytes only the ends are read', async () => {
  const content = new WatchedBytes(new ArrayBuffer(60 * MIB));
  content.fill(0x61).set(Buffer.from('Dear Ada,\n'));
  content.set(Buffer.from('\nKind regards'), content.length - 13);
  const { parts } = await viewOf({ 'letter.md': content });
  const [head = '', tail = ''] = parts[0]?.pieces ?? [];
  expect([head.slice(0, 9), tail.slice(-12)]).toEqual(['Dear Ada,', 'Kind regards']);
  expect(head.length + tail.length).toBe(40_000);
  expect(content.seen).toBeGreaterThan(0);
  expect(content.seen).toBeLessThan(200_000);
});

test('a file is looked at once, however many names it has', async () => {
  const content = new WatchedBytes(new ArrayBuffer(MIB)).fill(0x61);
  const { parts } = await viewOf({ 'letter.md': content });
  expect(parts).toHaveLength(1);
  const looksAtOne = content.looks;
  content.looks = 0;
  const names = Array.from({ length: 500 }, (_, at) => [`${at}.md`, content]);
  const { more } = await viewOf(Object.fromEntries(names));
  expect(more).toBe(500 - 3 - 40);
  expect(content.looks).toBeLessThan(4 * looksAtOne);
});

test.each([1, 2, 3, 4])('characters of %i bytes stay whole where a long file is cut', async (bytes) => {
  const character = ['a', 'é', '€', '🙂'][bytes - 1] ?? '';
  for (const start of ['', 'x', 'xy', 'xyz']) {
    const { parts, unseen } = await viewOf({ 'a.txt': start + character.repeat(100_000) });
    expect(unseen).toEqual([]);
    const [head = '', tail = ''] = parts[0]?.pieces ?? [];
    const whole = [head.slice(start.length, -1), tail.slice(1)].join('');
    expect(whole.includes('\uFFFD')).toBe(false);
    expect(whole.replaceAll(character, '').length).toBeLessThan(4);
  }
});

test('the others get their turns while twenty thousand files are looked at', async () => {
  const files = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at}.txt`, 'x']));
  const tree = treeOf(
    Object.fromEntries(Object.keys(files).map((path) => [`/workspace/${path}`, file(path)])),
  );
  const workspace = await copyWorkspace(tree);
  const session = { ...NOTHING_DONE, changes: { created: [...tree.entries], changed: [], deleted: [] } };
  const turns = await turnsDuring(async () => {
    const { parts, more } = await judgedWork({ reads: [] }, { workspace, session });
    expect([parts.length, more]).toEqual([100, 20_000 - 100 - 40]);
  });
  expect(turns).toBeGreaterThan(100);
});

test('the shortest files are shown, and the names of some others', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`${at}.txt`, 'x'.repeat(1 + ((at * 7) % 150))]),
  );
  const { parts, unseen, more } = await viewOf({ ...files, 'a.bin': '\0', 'b.bin': '\0\0' });
  expect(parts.map(({ pieces }) => pieces[0]?.length)).toEqual(
    Array.from({ length: 100 }, (_, at) => at + 1),
  );
  expect(unseen).toHaveLength(40);
  expect(unseen[0]).toEqual({ path: '100.txt', why: 'has no room here' });
  expect(more).toBe(12);
});

describe('the room is shared', () => {
  const lengthsOf = ({ parts }: Awaited<ReturnType<typeof viewOf>>) =>
    Object.fromEntries(
      parts.map(({ kind, name, pieces }) => [
        kind === 'answer' ? kind : name,
        pieces.reduce((sum, { length }) => sum + length, 0),
      ]),
    );
  const long = 'x'.repeat(50_000);

  test('a long answer leaves room for files, and many files for the answer', async () => {
    const files = Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.txt`, long]));
    expect(lengthsOf(await viewOf(files, [long]))).toEqual({
      answer: 40_000,
      '1.txt': 40_000,
      '2.txt': 40_000,
    });
    const several = await viewOf({ 'a.txt': long, 'b.txt': long }, [long, long, long]);
    expect(several.parts.map(({ pieces }) => pieces.join('').length)).toEqual([
      ...[20_000, 20_000, 20_000],
      ...[40_000, 20_000],
    ]);
  });

  test("what one of them does not need is the other's", async () => {
    expect(lengthsOf(await viewOf({ 'a.txt': long, 'b.txt': long, 'c.txt': 'short' }, [long]))).toEqual({
      ...{ answer: 40_000, 'c.txt': 5, 'a.txt': 40_000, 'b.txt': 39_995 },
    });
    const few = await viewOf({ 'a.txt': 'x'.repeat(1000) }, [long, long, long]);
    expect(few.parts.map(({ pieces }) => pieces.join('').length)).toEqual([39_666, 39_667, 39_667, 1000]);
  });

  test('each file that is asked for by name has its share, before any other', async () => {
    const files = { 'a.txt': long, 'b.txt': long, 'c.txt': long, 'd/e.txt': 'x' };
    expect(lengthsOf(await viewOf(files, [long, long], ['a.txt', 'b.txt', 'c.txt', 'd/']))).toMatchObject({
      ...{ 'a.txt': 20_000, 'b.txt': 20_000, 'c.txt': 20_000 },
    });
  });
});

describe('the work is whole', () => {
  type Left = Parameters<typeof treeOf>[0];
  type Situation = { made?: Left; given?: Left; reads?: string[] };

  async function workOf({ made = {}, given = {}, reads = [] }: Situation) {
    const tree = treeOf({ ...given, ...made });
    const created = tree.entries.filter(({ path }) => path in made);
    const changes = { created: created.slice(1), changed: created.slice(0, 1), deleted: [] };
    const session = { ...NOTHING_DONE, answers: ['Done.'], changes };
    return await judgedWork({ reads }, { workspace: await copyWorkspace(tree), session });
  }

  const LETTER = file('The carrier is to blame for this.\n');
  const NO_TEXT = file(Buffer.from('The carrier is to blame for this.\n\xff', 'latin1'));
  const PIPE = { kind: 'other' as const };

  test.each<[string, Situation]>([
    ['all that was made is text', { made: { '/workspace/letter.md': LETTER } }],
    ['there are folders beside it', { made: { '/workspace/a': FOLDER, '/workspace/a/b.md': LETTER } }],
    [
      'a link that was made leads to a text',
      { made: { '/workspace/letter.md': link('/tmp/letter.md'), '/tmp/letter.md': LETTER } },
    ],
    [
      'what is no text was given',
      { made: { '/workspace/a.md': LETTER }, given: { '/workspace/x': NO_TEXT } },
    ],
    [
      'what is no text is not among what is asked for',
      { made: { '/workspace/a.md': LETTER, '/workspace/b.bin': NO_TEXT }, reads: ['a.md'] },
    ],
    [
      'what is asked for is given, and no text',
      { given: { '/workspace/in': FOLDER, '/workspace/in/x': NO_TEXT }, reads: ['in/', 'in/x'] },
    ],
    ['something else is not in the workspace', { made: { '/tmp/x': NO_TEXT, '/home/agent/x': PIPE } }],
  ])('if %s', async (_, situation) => {
    expect(await workOf(situation)).toMatchObject({ isWhole: true });
  });

  test.each<[string, Situation]>([
    ['a byte is no text', { made: { '/workspace/letter.md': NO_TEXT } }],
    ['a byte of what is asked for is no text', { made: { '/workspace/a.md': NO_TEXT }, reads: ['a.md'] }],
    [
      'a link leads to what is no text',
      { made: { '/workspace/a.md': link('/tmp/a.md'), '/tmp/a.md': NO_TEXT } },
    ],
    [
      'a link leads to a folder',
      { made: { '/workspace/out': link('/tmp/out'), '/tmp/out': FOLDER, '/tmp/out/a.md': LETTER } },
    ],
    ['a link leads nowhere', { made: { '/workspace/the carrier is to blame': link('/nonexistent') } }],
    ['a link leads to what is not copied', { made: { '/workspace/a.md': link('/proc/self/environ') } }],
    ['there is a pipe', { made: { '/workspace/a.md': PIPE } }],
    ['a file is too large to be read', { made: { '/workspace/a.md': { kind: 'file', size: 2 ** 30 } } }],
    ['a name is too long to be shown', { made: { [`/workspace/${'a/'.repeat(120)}a.md`]: LETTER } }],
    [
      'a hard link among what is asked for is no text',
      {
        made: { '/workspace/out/a.md': NO_TEXT, '/workspace/out/b.md': NO_TEXT },
        given: { '/workspace/out': FOLDER },
        reads: ['out/'],
      },
    ],
    [
      'the folder that is asked for is a link',
      {
        made: { '/workspace/out': link('/tmp/out'), '/tmp/out': FOLDER, '/tmp/out/a.md': LETTER },
        reads: ['out/'],
      },
    ],
    [
      'a folder above the one that is asked for is a link',
      {
        made: { '/workspace/a': link('/tmp/a'), '/tmp/a': FOLDER, '/tmp/a/b': FOLDER, '/tmp/a/b/c': LETTER },
        reads: ['a/b/'],
      },
    ],
    [
      'a link in the folder that is asked for leads to a folder',
      {
        made: { '/workspace/out/x': link('/tmp/x'), '/tmp/x': FOLDER, '/tmp/x/a.md': LETTER },
        given: { '/workspace/out': FOLDER },
        reads: ['out/'],
      },
    ],
    [
      'the folder that is asked for was given as a link to another',
      {
        made: { '/workspace/v1/a.md': LETTER },
        given: { '/workspace/v1': FOLDER, '/workspace/now': link('v1') },
        reads: ['now/'],
      },
    ],
    ['the file that is asked for is missing', { made: { '/workspace/b.md': LETTER }, reads: ['a.md'] }],
    ['the folder that is asked for is missing', { made: { '/workspace/b.md': LETTER }, reads: ['out/'] }],
  ])('but not if %s', async (_, situation) => {
    expect(await workOf(situation)).toMatchObject({ isWhole: false });
  });

  test('whatever has no place among what is shown is named', async () => {
    const made = { '/workspace/a': link('/nonexistent'), '/workspace/b': PIPE, '/workspace/c': NO_TEXT };
    const { unseen } = await workOf({ made, reads: ['a', 'b', 'c', 'd', 'e/'] });
    expect(unseen.map(({ path }) => path).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e/']);
    const { unseen: unasked } = await workOf({ made });
    expect(unasked.map(({ path }) => path).toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('a text that a link leads to is the work of whoever made the link or the text', async () => {
    const given = { '/workspace/old.md': LETTER, '/workspace/now.md': link('old.md') };
    const made = { '/workspace/new.md': link('/tmp/new.md'), '/tmp/new.md': file('New.') };
    const { parts } = await workOf({ made, given, reads: ['old.md', 'now.md', 'new.md'] });
    expect(Object.fromEntries(parts.map(({ name, kind }) => [name, kind]))).toMatchObject({
      ...{ 'old.md': 'given', 'now.md': 'given', 'new.md': 'file' },
    });
    const changed = await workOf({
      given,
      made: { '/workspace/old.md': file('Changed.') },
      reads: ['now.md'],
    });
    expect(changed.parts).toMatchObject([{ kind: 'answer' }, { kind: 'file', pieces: ['Changed.'] }]);
  });
});
