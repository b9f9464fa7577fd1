import { expect, test } from 'vitest';
import { canonicalRequest, keyOf } from '../../../../src/gateway/upstreams/cassette/canonical-request.ts';

function canonical(body: string, query = '') {
  return canonicalRequest({
    wire: 'anthropic-messages',
    method: 'POST',
    url: `http://gateway.invalid/v1/messages${query}`,
    body: new TextEncoder().encode(body),
  });
}

const saying = (text: string) => JSON.stringify({ text });

test.each([
  ['the order of keys', '{"a":{"x":1,"y":2},"b":[3]}', '{"b":[3],"a":{"y":2,"x":1}}'],
  ['white space of the JSON', '{"a": 1}', '{"a":1}'],
  [
    'API ids',
    '{"use":"toolu_01AbCdEf","result":"toolu_01AbCdEf"}',
    '{"use":"toolu_02XyZ","result":"toolu_02XyZ"}',
  ],
  [
    'client ids',
    saying('0d7c3f9e-1111-4222-8333-444455556666'),
    saying('ffffffff-1111-4222-8333-444455556666'),
  ],
  [
    'client ids with a prefix',
    saying('fco_0d7c3f9e-1111-4222-8333-444455556666'),
    saying('fco_ffffffff-1111-4222-8333-444455556666'),
  ],
  ['trial tokens', saying(`assay-${'a'.repeat(48)}`), saying(`assay-${'0'.repeat(48)}`)],
  ['byte order marks', saying('5 lines\n\ufeffid,name'), saying('5 lines\nid,name')],
  ['dates', saying("Today's date: 2026-01-02."), saying("Today's date: 2026-11-30.")],
  ['times', saying('at 2026-01-02T03:04:05.678Z, then'), saying('at 2026-11-30 23:59:59, then')],
  [
    'dates in words',
    saying('Fri Jan  2 03:04:05 2026'.slice(0, 19)),
    saying('Mon Nov 30 23:59:59 2026'.slice(0, 19)),
  ],
  ['dates of a listing', saying('a 5 Jan  2 03:04 x.csv'), saying('a 5 Nov 30 11:59 x.csv')],
  [
    'times that once coincided and no longer do',
    saying('Jan  2 03:04 x\nJan  2 03:04 y'),
    saying('Jan  2 03:04 x\nJan  2 03:05 y'),
  ],
  [
    'the duration and the interim name of an agent’s command',
    saying('Chunk ID: 6d8392\nWall time: 0.0000 seconds\nRan 3 tests in 0.002s\nProcess Group PGID: 49'),
    saying('Chunk ID: 004ace\nWall time: 0.1203 seconds\nRan 3 tests in 0.001s\nProcess Group PGID: 131'),
  ],
  [
    'client metadata that no model sees',
    '{"client_metadata":{"turn":"{\\"turn_started_at_unix_ms\\":1}"},"metadata":{"user_id":"a"},"prompt_cache_key":"k"}',
    '{"client_metadata":{"turn":"{\\"turn_started_at_unix_ms\\":2}"},"metadata":{"user_id":"b"}}',
  ],
  ['temporary paths', saying('wrote /tmp/tmp.Ab12/x'), saying('wrote /tmp/pytest-7/x')],
  [
    'the number of the agent',
    saying('uid=20001(agent) gid=20001(agent) groups=20001(agent)'),
    saying('uid=31234(agent) gid=31234(agent) groups=31234(agent)'),
  ],
])('two requests that differ only in %s are the same request', (_, one, other) => {
  expect(keyOf(canonical(one))).toBe(keyOf(canonical(other)));
});

test.each([
  ['text', saying('a'), saying('b')],
  ['a number', '{"max_tokens":1}', '{"max_tokens":2}'],
  ['the order of a list', '[1,2]', '[2,1]'],
  [
    'the call that a result belongs to',
    '{"uses":["toolu_aa","toolu_bb"],"result":"toolu_aa"}',
    '{"uses":["toolu_aa","toolu_bb"],"result":"toolu_bb"}',
  ],
  ['notes within a message', '{"messages":[{"metadata":1}]}', '{"messages":[{"metadata":2}]}'],
  ['a whole number of seconds', saying('wait 5 seconds'), saying('wait 6 seconds')],
  ['the number of another user', saying('uid=1(daemon)'), saying('uid=2(daemon)')],
  ['a version', saying('1.2.3'), saying('1.2.4')],
  ['a file beside the temporary folder', saying('/workspace/a'), saying('/workspace/b')],
  ['the content of a temporary folder', saying('/tmp/x/a'), saying('/tmp/x/b')],
])('two requests that differ in %s are different requests', (_, one, other) => {
  expect(keyOf(canonical(one))).not.toBe(keyOf(canonical(other)));
});

test('the order of the query does not matter, and a key in it is omitted', () => {
  expect(canonical('{}', '?b=2&key=secret&a=1').path).toBe('/v1/messages?a=1&b=2');
});

test('a canonical request stays as it is', () => {
  const once = canonical(saying('2026-01-02 /tmp/x toolu_abc Jan  2 03:04'));
  expect(canonical(JSON.stringify(once.request)).request).toEqual(once.request);
});
