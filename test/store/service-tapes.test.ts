import { mkdirSync, statSync, writeFileSync } from 'node:fs';
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
