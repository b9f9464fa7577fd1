import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../../src/contracts/cassette.ts';
import {
  hasCassette,
  readCassette,
  seedOfCassettes,
  writeExchange,
} from '../../../../src/gateway/upstreams/cassette/cassette-file.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const head = { trial: 'task:greet:baseline:1', seed: '7' };
const CASSETTE = 'task_greet_baseline_1.yaml';

/** Writes as one attempt at a trial does. */
function createCassette(folder: string, place: typeof head) {
  let isFirst = true;
  return {
    add(exchange: Exchange): void {
      writeExchange({ folder, ...place }, exchange, { isFirst });
      isFirst = false;
    },
  };
}

function exchangeOf(request: unknown, body = ''): Exchange {
  return {
    wire: 'anthropic-messages',
    method: 'POST',
    path: '/v1/messages',
    request,
    atMs: 0,
    latencyMs: 1.5,
    answer: { status: 200, contentType: 'application/json', body, isComplete: true },
  };
}

test('any request and answer are read back as they were written', () => {
  const folder = temporaryFolder();
  const text = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' }), text, (request, body) => {
      const exchanges = [
        exchangeOf(request, body),
        exchangeOf('line one\n  line two \n\n', 'data: {}\n\ndata: x\n\n'),
      ];
      const writer = createCassette(folder, head);
      for (const exchange of exchanges) writer.add(exchange);
      expect(JSON.stringify(readCassette(folder, head.trial))).toBe(JSON.stringify(exchanges));
    }),
    { numRuns: 100 },
  );
});

test('multi-line text is stored in readable form', () => {
  const folder = temporaryFolder();
  createCassette(folder, head).add(exchangeOf({ text: 'first line\nsecond line\n' }));
  expect(readFileSync(join(folder, 'task_greet_baseline_1.yaml'), 'utf8')).toMatch(
    /^version: 1\n(.*\n)* +text: \|\n +first line\n +second line\n/,
  );
});

test('a new attempt overwrites the recording of an earlier one', () => {
  const folder = temporaryFolder();
  createCassette(folder, head).add(exchangeOf('one'));
  createCassette(folder, head).add(exchangeOf('two'));
  expect(readCassette(folder, head.trial).map(({ request }) => request)).toEqual(['two']);
});

test('a link in the place of a cassette is replaced, and what it leads to stays as it is', () => {
  const folder = temporaryFolder();
  const precious = join(temporaryFolder(), 'precious.txt');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, join(folder, CASSETTE));
  createCassette(folder, head).add(exchangeOf('one'));
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(readCassette(folder, head.trial).map(({ request }) => request)).toEqual(['one']);
});

test('nothing is added to what a link leads to', () => {
  const folder = temporaryFolder();
  const precious = join(temporaryFolder(), 'precious.txt');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, join(folder, CASSETTE));
  expect(() => writeExchange({ folder, ...head }, exchangeOf('two'), { isFirst: false })).toThrow(/cassette/);
  expect(readFileSync(precious, 'utf8')).toBe('precious');
});

test.each([
  ['a link', (file: string) => symlinkSync('/dev/zero', file), /found something else/],
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file]), /found something else/],
  [
    'a file without an end in sight',
    (file: string) => {
      writeFileSync(file, '');
      truncateSync(file, 65 * 1024 ** 2);
    },
    /64 MiB at most, found 65 MiB/,
  ],
])('%s is not read as a cassette', (_, plant, reason) => {
  const folder = temporaryFolder();
  plant(join(folder, CASSETTE));
  expect(() => readCassette(folder, head.trial)).toThrow(reason);
  expect(() => seedOfCassettes(folder)).toThrow(reason);
});

test('the seed is read back, a folder without cassettes is an error, and a trial without requests still has a cassette', () => {
  const folder = temporaryFolder();
  expect(() => seedOfCassettes(folder)).toThrow(/no cassettes.*--record/);
  expect(hasCassette(folder, head.trial)).toBe(false);
  expect(readCassette(folder, head.trial)).toEqual([]);
  createCassette(folder, head).add(exchangeOf(null));
  expect([hasCassette(folder, head.trial), seedOfCassettes(folder)]).toEqual([true, '7']);
});

test('the error for a folder that is not writable names the cassette', () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  expect(() => createCassette(join(file, 'x'), head).add(exchangeOf(null))).toThrow(/cassette .*file.x/);
});

test.each([
  ['an impossible status', { status: 99999 }, {}],
  ['a time beyond the range of numbers', {}, { atMs: 1.7e308, latencyMs: 1.7e308 }],
])('%s is refused with its position', (_, answer, times) => {
  const folder = temporaryFolder();
  const answered = { status: 200, contentType: null, body: '', isComplete: true, ...answer };
  createCassette(folder, head).add({ ...exchangeOf(null), ...times, answer: answered });
  expect(() => readCassette(folder, head.trial)).toThrow(/baseline_1\.yaml:\d+:\d+: "exchanges/);
});

test('a request at the gateway’s depth limit is read back as it was written', () => {
  const folder = temporaryFolder();
  const request: unknown = JSON.parse(`${'{"a":['.repeat(249)}1${']}'.repeat(249)}`);
  const writer = createCassette(folder, head);
  writer.add(exchangeOf(request));
  expect(readCassette(folder, head.trial)).toEqual([exchangeOf(request)]);
});
