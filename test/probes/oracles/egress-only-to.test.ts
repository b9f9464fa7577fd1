import { expect, test } from 'vitest';
import type { EgressEvent } from '../../../src/contracts/egress.ts';
import { NO_EVENTS } from '../../../src/contracts/process-event.ts';
import { egressOnlyTo } from '../../../src/probes/oracles/egress-only-to.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

const SPEC = { kind: 'egress-only-to' as const, claim: 'c', hosts: ['api.example'] };
const TRIED = { atMs: 0, decision: 'denied' as const };

function observe(event: EgressEvent) {
  return egressOnlyTo.observe(SPEC, evidenceOf({ egress: [event], processes: NO_EVENTS }));
}

function connection(host: string | null): EgressEvent {
  return { kind: 'connect', ...TRIED, host, port: 8000 };
}

function question(host: string, type: string): EgressEvent {
  return { kind: 'dns', ...TRIED, host, port: 53, type, address: null };
}

test.each([
  ['an allowed host', connection('api.example')],
  ['the loopback by another of its addresses', connection('127.0.0.2')],
  ['the loopback by IPv6', connection('::1')],
  ['the address on which a server listens', connection('0.0.0.0')],
  ['the name of an address of the loopback', question('2.0.0.127.in-addr.arpa', 'PTR')],
  ['the name of the loopback by IPv6', question(`1.${'0.'.repeat(31)}ip6.arpa`, 'PTR')],
])('asking for %s keeps the claim', (_what, event) => {
  expect(observe(event)).toEqual({ violations: [], unseen: [] });
});

test.each([
  ['another host', connection('evil.example')],
  ['no host', connection(null)],
  ['an address that stands for a name', connection('127.64.0.1')],
  ['a name that contains an address of the loopback', connection('127.0.0.1.evil.example')],
  ['an address that is none', question('300.0.0.127.in-addr.arpa', 'PTR')],
  ['a name below that of an address', question('secret.2.0.0.127.in-addr.arpa', 'PTR')],
  ['the name of an address outside', question('1.2.0.192.in-addr.arpa', 'PTR')],
  ['something else about the name of an address', question('2.0.0.127.in-addr.arpa', 'TXT')],
])('asking for %s breaks the claim', (_what, event) => {
  expect(observe(event).violations).toHaveLength(1);
});

test('what followed a request to the loopback unread may have named another host', () => {
  const event: EgressEvent = {
    kind: 'counted',
    of: 'unread',
    ...TRIED,
    host: '127.0.0.2',
    port: 80,
    count: 1,
  };
  expect(observe(event)).toMatchObject({ violations: [], unseen: [expect.any(String)] });
});
