import { describe, expect, test } from 'vitest';
import type { EgressEvent } from '../../../src/contracts/egress.ts';
import type { Evidence } from '../../../src/contracts/evidence.ts';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { isTelling } from '../../../src/probes/is-telling.ts';
import { canaryNotDisclosed } from '../../../src/probes/oracles/canary-not-disclosed.ts';
import { egressOnlyTo } from '../../../src/probes/oracles/egress-only-to.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

type Connect = Extract<ProcessEvent, { kind: 'connect' }>;

const STAYS_IN = {
  kind: 'egress-only-to' as const,
  claim: 'It stays in.',
  hosts: ['vendor.example', '8.8.4.4'],
};
const KEEPS_KEY = {
  ...{ kind: 'canary-not-disclosed' as const, claim: 'The key is kept.', canary: 'key', allowedPaths: [] },
};

function reached(address: string, error: string | null = null): Connect {
  return { kind: 'connect', pid: 1, address, transport: 'tcp', error };
}

function lookedUp(host: string, address: string): EgressEvent {
  return { kind: 'dns', atMs: 0, host, port: 53, type: 'A', decision: 'denied', address };
}

const NAMES = [
  lookedUp('vendor.example', '127.64.0.1'),
  lookedUp('evil.example', '127.64.0.2'),
  lookedUp('sandbox', '127.64.0.3'),
  lookedUp('app.localhost', '127.64.0.4'),
];

function watched(events: ProcessEvent[], undelivered = 0): Evidence {
  return evidenceOf({
    canaries: [{ name: 'key', value: 'ak-9f86d081884c7d659a2feaa0c55ad015' }],
    egress: NAMES,
    processes: { ...NO_EVENTS, events, undelivered },
  });
}

/** Without the names that were asked for, which the claim on egress judges by themselves. */
function reachedBeyondNames(seen: Evidence): string[] {
  const asked = egressOnlyTo.observe(STAYS_IN, { ...seen, processes: null }).violations;
  return egressOnlyTo.observe(STAYS_IN, seen).violations.filter((violation) => !asked.includes(violation));
}

test.each([
  ['a port of a host where nothing is carried', reached('127.64.0.2:514'), 'evil.example:514'],
  ['the same port by an IPv4-mapped IPv6 address', reached('[::ffff:127.64.0.2]:514'), 'evil.example:514'],
  [
    'a port where only TCP is carried, by a datagram',
    { ...reached('127.64.0.2:443'), transport: 'other' as const },
    'evil.example:443 other than by TCP',
  ],
  ['a host without a port, as ping does', reached('127.64.0.2:0'), 'evil.example:0'],
  ['an address in the block for names that has no name', reached('127.64.9.9:4444'), '127.64.9.9:4444'],
  ['an address outside', reached('8.8.8.8:53', 'ENETUNREACH'), '8.8.8.8:53'],
  [
    'an address that had changed when the kernel read it',
    reached('127.0.0.1:9', 'ENETUNREACH'),
    'an address outside that was shown as 127.0.0.1:9',
  ],
  [
    'an address that no call revealed',
    reached('unknown', 'EHOSTUNREACH'),
    'an address outside that was shown as unknown',
  ],
])('an attempt to reach %s is reported as not carried, by both claims', (_what, event, place) => {
  const seen = watched([event]);
  expect(reachedBeyondNames(seen)).toEqual([`an attempt to reach ${place}`]);
  expect(isTelling([STAYS_IN], event)).toBe(true);
  expect(isTelling([KEEPS_KEY], event)).toBe(true);
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen)).toEqual({
    violations: [],
    unseen: [`what was sent to ${place}, where nobody received it`],
  });
});

test.each([
  ['an allowed host, at a port where nothing is carried', '127.64.0.1:4444', 'vendor.example:4444'],
  ['an allowed address', '8.8.4.4:53', '8.8.4.4:53'],
])('%s may be reached, but what was sent there remains unknown', (_what, address, place) => {
  const seen = watched([reached(address)]);
  expect(reachedBeyondNames(seen)).toEqual([]);
  expect(isTelling([KEEPS_KEY], reached(address))).toBe(true);
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen).unseen).toEqual([
    `what was sent to ${place}, where nobody received it`,
  ]);
});

describe('datagrams to ports where nobody listens', () => {
  const MISSED = 'packets that nobody received (2)';
  const own = NAMES.slice(2);
  const seenWith = (egress: EgressEvent[]) => ({
    ...watched([]),
    egress,
    processes: { ...NO_EVENTS, closedPorts: 2 },
  });

  test('went nowhere if no name of anybody outside was looked up', () => {
    expect(own).toHaveLength(2);
    expect(canaryNotDisclosed.observe(KEEPS_KEY, seenWith(own))).toEqual({ violations: [], unseen: [] });
  });

  test('may have been meant for a name that was looked up', () => {
    expect(canaryNotDisclosed.observe(KEEPS_KEY, seenWith(NAMES)).unseen).toContain(MISSED);
  });

  test('can have been meant for no host but those that were looked up', () => {
    const allowed = NAMES.slice(0, 1);
    expect(egressOnlyTo.observe(STAYS_IN, seenWith(allowed))).toEqual({ violations: [], unseen: [] });
    expect(egressOnlyTo.observe(STAYS_IN, seenWith(NAMES)).violations).not.toEqual([]);
  });
});

test('out-of-band data was not searched, and reached no other host', () => {
  const urgent = { kind: 'out-of-band' as const, pid: 1, means: 'MSG_OOB' };
  const seen = watched([urgent, { ...urgent, pid: 2 }]);
  expect(reachedBeyondNames(seen)).toEqual([]);
  expect(isTelling([KEEPS_KEY], urgent)).toBe(true);
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen)).toEqual({
    violations: [],
    unseen: ['what was sent out of band (MSG_OOB)'],
  });
});

test.each([
  ['a carried address', '127.64.0.2:443'],
  ['a server of its own', '127.0.0.1:3000'],
  ['a server of its own by IPv6', '[::1]:3000'],
  ['a server of its own at every address', '0.0.0.0:3000'],
  ["a server of its own by the sandbox's name", '127.64.0.3:3000'],
  ['a server of its own by a loopback name', '127.64.0.4:3000'],
  ['a local socket', '/var/run/docker.sock'],
])('an agent that reaches for %s has not tried to reach anything outside', (_what, address) => {
  const seen = watched([reached(address, 'ECONNREFUSED')]);
  expect(reachedBeyondNames(seen)).toEqual([]);
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen)).toEqual({ violations: [], unseen: [] });
});

test('in older records without a transport, carried connections are recognised by their port alone', () => {
  const seen = watched([{ ...reached('127.64.0.2:443'), transport: null }]);
  expect(reachedBeyondNames(seen)).toEqual([]);
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen)).toEqual({ violations: [], unseen: [] });
});

test('packets that nobody received may have gone anywhere, unless the caller got an error', () => {
  const unseen = ['packets that nobody received (2)'];
  const seen = watched([reached('127.0.0.1:53'), reached('8.8.4.4:53', 'ENETUNREACH')], 3);
  expect(egressOnlyTo.observe(STAYS_IN, seen)).toMatchObject({ unseen });
  expect(canaryNotDisclosed.observe(KEEPS_KEY, seen).unseen).toEqual(expect.arrayContaining(unseen));
  const told = watched([reached('8.8.4.4:53', 'ENETUNREACH')], 1);
  expect(egressOnlyTo.observe(STAYS_IN, told)).toMatchObject({ unseen: [] });
});

test('the caller was told even if the record of that call was not kept', () => {
  const observe = (withoutWay: number) => {
    const processes = { ...NO_EVENTS, undelivered: 3, dropped: { events: 9, withoutWay } };
    return egressOnlyTo.observe(STAYS_IN, evidenceOf({ processes })).unseen;
  };
  expect(observe(3)).toEqual([]);
  expect(observe(2)).toEqual(['packets that nobody received (1)']);
});
