import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cassettesOf, seedOfMatrix } from '../../src/app/matrix-cassettes.ts';
import { writeExchange } from '../../src/gateway/upstreams/cassette/cassette-file.ts';
import { makeFolder } from '../../src/store/make-folder.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const one = { agent: 'codex@0.169.0', model: 'gpt-x', isPaired: false };
const other = { agent: 'api-chat', model: '../qwen3:8b', isPaired: true };

function record(folder: string, seed: string): void {
  const exchange = {
    ...{ wire: 'openai-chat', method: 'POST' as const, path: '/', request: null },
    ...{ atMs: 0, latencyMs: 0, answer: null },
  };
  makeFolder(folder);
  writeExchange({ folder, trial: 'task:greet:baseline:1', seed }, exchange, { isFirst: true });
}

test('each agent with each model has a folder of its own, whatever the model is called', () => {
  expect(cassettesOf(one, { record: '/tapes' })).toEqual({
    record: '/tapes/codex@0.169.0_gpt-x',
    replay: undefined,
  });
  expect(cassettesOf(other, { replay: '/tapes' }).replay).toBe('/tapes/api-chat_..%2Fqwen3%3A8b');
  expect(cassettesOf(one, {})).toEqual({ record: undefined, replay: undefined });
});

test('a replay has the seed of its recordings, also if a budget kept one of them from being made', () => {
  const replay = temporaryFolder();
  record(cassettesOf(one, { replay }).replay ?? '', 'seven');
  expect(seedOfMatrix([one, other], { cassettes: { replay } })).toBe('seven');
  expect(seedOfMatrix([one, other], { cassettes: { replay }, seed: 'given' })).toBe('given');
});

test('what was recorded with different seeds is not replayed as one', () => {
  const replay = temporaryFolder();
  record(cassettesOf(one, { replay }).replay ?? '', 'seven');
  record(cassettesOf(other, { replay }).replay ?? '', 'eight');
  expect(() => seedOfMatrix([one, other], { cassettes: { replay } })).toThrow(
    /codex@0.169.0 with gpt-x in .* has another seed than api-chat with .*\. Replay each by itself\.$/,
  );
});

test('a folder with nothing recorded is an error that names where it would be', () => {
  const replay = join(temporaryFolder(), 'none');
  expect(() => seedOfMatrix([one], { cassettes: { replay } })).toThrow(
    /no cassettes .* would be in .*none.codex@0\.169\.0_gpt-x\. Record them with --record\./,
  );
});
