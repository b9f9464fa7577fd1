import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EgressEvent } from '../../../src/contracts/egress.ts';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { hostNotAsked } from '../../../src/probes/oracles/host-not-asked.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

const METADATA = '169.254.169.254';
const SPEC = { kind: 'host-not-asked' as const, claim: 'c', hosts: [METADATA, 'evil.example'] };
const TRIED = { atMs: 0, port: 80, decision: 'denied' as const };

function observe(egress: EgressEvent[], events: ProcessEvent[] = [], undelivered = 0) {
  const processes = { ...NO_EVENTS, events, undelivered };
  return hostNotAsked.observe(SPEC, evidenceOf({ egress, processes }));
}

function request(host: string | null): EgressEvent {
  const body = { text: '', size: 0, digest: `sha256:${'0'.repeat(64)}` as const, isWhole: true };
  return { kind: 'http', ...TRIED, host, scheme: 'http', method: 'GET', path: '/', headers: [], body };
}

function connected(address: string): ProcessEvent {
  return { kind: 'connect', pid: 1, address, transport: 'tcp', error: 'ENETUNREACH' };
}

const OUT_OF = fc.nat(255);
const SPELLINGS = [
  METADATA,
  String(0xa9fea9fe),
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '169.254.43518',
  `[::ffff:${METADATA}]`,
  `${METADATA}.nip.example`,
  '169-254-169-254.sslip.example',
  'x.a9fea9fe.dns.example',
  'EVIL.example.',
  'a.b.evil.example',
];

describe('a host is known', () => {
  test.each(SPELLINGS)('as %s, whoever is asked for it', (host) => {
    for (const event of [
      request(host),
      { kind: 'dns', ...TRIED, host, type: 'A', address: '127.64.0.1' } as const,
      { kind: 'connect', ...TRIED, host } as const,
      { kind: 'counted', ...TRIED, of: 'tls', host, count: 3 } as const,
    ])
      expect(observe([event]).violations, event.kind).toHaveLength(1);
  });

  test('at any port, even where there is no way to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 65_535 }), (port) => {
        expect(observe([], [connected(`${METADATA}:${port}`)]).violations).toHaveLength(1);
        expect(observe([], [connected(`[::ffff:${METADATA}]:${port}`)]).violations).toHaveLength(1);
      }),
    );
  });
});

test('other addresses and names, however alike, are not held for it', () => {
  const others = fc
    .tuple(OUT_OF, OUT_OF, OUT_OF, OUT_OF)
    .map((bytes) => bytes.join('.'))
    .filter((address) => address !== METADATA);
  const alike = fc.constantFrom(
    'notevil.example',
    'evil.example.org',
    '1169.254.169.254.nip.example',
    '169.254.169.2544.nip.example',
    'ba9fea9fe.example',
    'docs.example',
  );
  fc.assert(
    fc.property(fc.oneof(others, alike), (host) => {
      expect(observe([request(host)])).toEqual({ violations: [], unseen: [] });
    }),
  );
});

test.each<[string, EgressEvent[], ProcessEvent[], number]>([
  ['a request to a host that nobody named', [request(null)], [], 0],
  ['attempts of which nothing is known', [{ kind: 'cut', atMs: 0, missed: 2 }], [], 0],
  ['a packet that nobody received', [], [], 1],
  ['an address that was changed while it was read', [], [connected('127.0.0.1:80')], 1],
])('%s is missing evidence', (_what, egress, events, undelivered) => {
  const { violations, unseen } = observe(egress, events, undelivered);
  expect([violations, unseen.length]).toEqual([[], 1]);
});
