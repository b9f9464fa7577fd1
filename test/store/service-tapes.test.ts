import { mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ServiceExchange } from '../../src/contracts/service-exchange.ts';
import { ServiceTapes } from '../../src/store/service-tapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const MIB = 1024 ** 2;

function exchange(url: string, body = 'answer'): ServiceExchange {
  return {
    request: { method: 'GET', url, bodyDigest: `sha256:${'0'.repeat(64)}` },
    latencyMs: 1,
    answer: { status: 200, headers: {}, body: Buffer.from(body).toString('base64') },
  };
}

async function record(folder: string, exchanges: readonly ServiceExchange[]): Promise<void> {
  await using tapes = new ServiceTapes(folder);
  const { keep } = tapes.recording('task:a');
  for (const one of exchanges) keep(one);
}

test('another attempt at a trial replaces what the one before has recorded', async () => {
  const folder = join(temporaryFolder(), 'tapes');
  await record(folder, [exchange('/first')]);
  await record(folder, [exchange('/second')]);
  const { find } = new ServiceTapes(folder).replaying('task:a');
  expect(await find(exchange('/first').request)).toBeNull();
  expect(await find(exchange('/second').request)).toEqual(exchange('/second'));
});

test('no link is followed to write or to read a tape', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'task_a.services.jsonl');
  const precious = join(temporaryFolder(), 'precious.txt');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, file);
  await expect(new ServiceTapes(folder).check('task:a')).rejects.toThrow(/expected a file, found/);
  await record(folder, [exchange('/first')]);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  await new ServiceTapes(folder).check('task:a');
});

test('a trial that answers more than is kept is recorded without those answers, and can be read', async () => {
  const folder = join(temporaryFolder(), 'tapes');
  const large = Buffer.alloc(2 * MIB, 'x').toString();
  await record(
    folder,
    Array.from({ length: 40 }, (_, index) => exchange(`/${index}`, large)),
  );
  expect(statSync(join(folder, 'task_a.services.jsonl')).size).toBeLessThan(40 * MIB);
  const { find } = new ServiceTapes(folder).replaying('task:a');
  expect(await find(exchange('/0').request)).toMatchObject({ answer: { status: 200 } });
  expect(await find(exchange('/39').request)).toMatchObject({ answer: null });
});

test.each([
  ['long URLs', 2200, 'a'.repeat(16_000), 'answer'],
  ['short requests', 12_000, '', ''],
])(
  '%s fill a tape as answers do, and nothing is recorded once it is full',
  async (_what, count, end, body) => {
    const folder = join(temporaryFolder(), 'tapes');
    const urlOf = (index: number) => `/${index}/${end}`;
    await record(
      folder,
      Array.from({ length: count }, (_, index) => exchange(urlOf(index), body)),
    );
    const file = join(folder, 'task_a.services.jsonl');
    expect(statSync(file).size).toBeLessThanOrEqual(32 * MIB);
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)).toBe('{"rest":"not recorded"}');

    await using tapes = new ServiceTapes(folder);
    const { find } = tapes.replaying('task:a');
    expect(await find(exchange(urlOf(0)).request)).toEqual(exchange(urlOf(0), body));
    expect(await find(exchange(urlOf(count - 1)).request)).toMatchObject({ answer: null });
    // One more of a kind that was recorded once may be among what was not recorded.
    expect(await find(exchange(urlOf(0)).request)).toMatchObject({ answer: null });
  },
);

test('repeated requests find their answers in order, even if they are asked at the same time', async () => {
  const folder = join(temporaryFolder(), 'tapes');
  await record(folder, [exchange('/', 'one'), exchange('/other'), exchange('/', 'two')]);
  await using tapes = new ServiceTapes(folder);
  const { find } = tapes.replaying('task:a');
  const { request } = exchange('/');
  expect(await Promise.all([find(request), find(request), find(request)])).toEqual([
    exchange('/', 'one'),
    exchange('/', 'two'),
    null,
  ]);
});

test('a tape that is longer than any that is recorded is one readable error', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'task_a.services.jsonl');
  writeFileSync(file, '');
  truncateSync(file, 700 * MIB);
  await using tapes = new ServiceTapes(folder);
  await expect(tapes.check('task:a')).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: `${file}: expected 32 MiB at most, found 700 MiB. Record it again.`,
  });
});

test('a line that is no exchange is one readable error', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'task_a.services.jsonl'), '{"rest":"lost"}\n');
  await using tapes = new ServiceTapes(folder);
  await expect(tapes.check('task:a')).rejects.toMatchObject({ code: 'STORE_UNUSABLE' });
});

test('a tape that cannot be written is an error once the trials are over, and not before', async () => {
  const folder = join(temporaryFolder(), 'tapes');
  writeFileSync(folder, 'a file in the place of the folder');
  const tapes = new ServiceTapes(folder);
  tapes.recording('task:a').keep(exchange('/'));
  await expect(tapes[Symbol.asyncDispose]()).rejects.toMatchObject({ code: 'FILE_UNWRITABLE' });
});

test('a folder in the place of a tape is one readable error', async () => {
  const folder = join(temporaryFolder(), 'tapes');
  mkdirSync(join(folder, 'task_a.services.jsonl'), { recursive: true });
  await expect(new ServiceTapes(folder).check('task:a')).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
});
