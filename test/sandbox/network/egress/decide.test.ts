import { expect, test } from 'vitest';
import { EgressPolicy } from '../../../../src/contracts/egress.ts';
import { fixtureFor, isAllowed } from '../../../../src/sandbox/network/egress/decide.ts';

const ALLOW = EgressPolicy.parse({ kind: 'allow', hosts: ['a.example', '*.b.example', 'c.example:8443'] });

test.each<[string | null, number, boolean]>([
  ['a.example', 80, true],
  ['A.Example.', 443, true],
  ['a.example', 22, false],
  ['x.a.example', 443, false],
  ['evil-a.example', 443, false],
  ['a.example.evil', 443, false],
  ['x.b.example', 443, true],
  ['b.example', 443, false],
  ['evilb.example', 443, false],
  ['c.example', 8443, true],
  ['c.example', 443, false],
  [null, 443, false],
])('%s:%d is allowed: %s', (host, port, expected) => {
  expect(isAllowed(ALLOW, { host, port })).toBe(expected);
  expect(isAllowed({ kind: 'deny' }, { host, port })).toBe(false);
});

test('the first fixture that matches the method and URL is the answer', () => {
  const policy = EgressPolicy.parse({
    kind: 'fixtures',
    fixtures: [
      { method: 'POST', url: '/items' },
      { url: '^http://a\\.example/', status: 404 },
    ],
  });
  const status = (method: string, url: string) => fixtureFor(policy, method, url)?.status ?? null;
  expect(status('POST', 'http://b.example/items')).toBe(200);
  expect(status('GET', 'http://a.example/items')).toBe(404);
  expect(status('GET', 'http://b.example/items')).toBeNull();
  expect(fixtureFor({ kind: 'deny' }, 'GET', 'http://a.example/')).toBeNull();
});
