import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EgressEvent } from '../../../src/contracts/egress.ts';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { isTelling } from '../../../src/probes/is-telling.ts';
import { requestsAtMost } from '../../../src/probes/oracles/requests-at-most.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

const SPEC = { kind: 'requests-at-most' as const, claim: 'c', count: 5 };
const TRIED = { atMs: 0, port: 80, decision: 'fixture' as const };
const BODY = { text: '', size: 0, digest: `sha256:${'0'.repeat(64)}` as const, isWhole: true };

function request(host: string | null): EgressEvent {
  return { kind: 'http', ...TRIED, host, scheme: 'http', method: 'GET', path: '/', headers: [], body: BODY };
}

const ASKED: ProcessEvent = {
  ...{ kind: 'connect', pid: 1, address: '203.0.113.9:443', transport: 'tcp', error: 'ENETUNREACH' },
};

function observe(egress: EgressEvent[], { host = '', events = [] as ProcessEvent[] } = {}) {
  const spec = host === '' ? SPEC : { ...SPEC, host };
  return requestsAtMost.observe(spec, evidenceOf({ egress, processes: { ...NO_EVENTS, events } }));
}

test('all requests and connections count, whatever is known of each, and questions for names do not', () => {
  const kinds = fc.constantFrom<[EgressEvent, number]>(
    [request('api.example'), 1],
    [{ kind: 'tls', ...TRIED, host: 'api.example' }, 1],
    [{ kind: 'connect', ...TRIED, host: 'api.example' }, 1],
    [{ kind: 'tcp', ...TRIED, host: 'api.example', body: BODY }, 1],
    [{ kind: 'counted', ...TRIED, of: 'http', host: 'api.example', count: 4 }, 4],
    [{ kind: 'counted', ...TRIED, of: 'unread', host: 'api.example', count: 2 }, 2],
    [{ kind: 'dns', ...TRIED, host: 'api.example', type: 'A', address: '127.64.0.1' }, 0],
    [{ kind: 'counted', ...TRIED, of: 'dns', host: 'api.example', count: 9 }, 0],
  );
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 8 }), fc.nat(3), (asked, refused) => {
      const all = asked.reduce((sum, [, count]) => sum + count, 0);
      const events = asked.map(([event]) => event);
      const connects = Array.from({ length: refused }, () => ASKED);
      for (const host of ['', 'example']) {
        const { violations, unseen } = observe(events, { host, events: host === '' ? connects : [] });
        const expected = all + (host === '' ? refused : 0);
        expect(violations).toHaveLength(expected > SPEC.count ? 1 : 0);
        expect(unseen).toEqual([]);
      }
    }),
  );
});

test('requests to other hosts do not count, and those to nobody knows whom are missing evidence', () => {
  const many = Array.from({ length: 9 }, () => request('docs.example'));
  expect(observe(many, { host: 'api.example' })).toEqual({ violations: [], unseen: [] });
  expect(observe([request(null)], { host: 'api.example' })).toEqual({
    violations: [],
    unseen: ['GET http://an unknown host:80/'],
  });
  expect(observe([{ kind: 'cut', atMs: 0, missed: 3 }]).unseen).toEqual([
    '3 more attempts to reach the network',
  ]);
});

test('the violation says how many there were', () => {
  expect(
    observe(
      Array.from({ length: 6 }, () => request('API.example.')),
      { host: 'api.example' },
    ).violations,
  ).toEqual(['6 requests to api.example were made, and 5 are allowed']);
});

test('every attempt that no receiver saw is kept', () => {
  expect(isTelling([SPEC], ASKED)).toBe(true);
});
