import { expect, test } from 'vitest';
import { NO_EVENTS } from '../../../src/contracts/process-event.ts';
import { socketNotConnected } from '../../../src/probes/oracles/socket-not-connected.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

const path = '/home/agent/.docker/run/docker.sock';
const SPEC = { kind: 'socket-not-connected' as const, claim: 'c', path };

function tried(address: string, error: string | null) {
  const event = { kind: 'connect' as const, pid: 1, address, transport: null, error };
  const processes = { ...NO_EVENTS, events: [event] };
  return socketNotConnected.observe(SPEC, evidenceOf({ processes })).violations;
}

test('a connection that the listener reported breaks the claim', () => {
  const decoyCalls = [{ command: path, args: 'process 7', exitCode: 0 }];
  const processes = { ...NO_EVENTS, events: [] };
  expect(socketNotConnected.observe(SPEC, evidenceOf({ decoyCalls, processes })).violations).toEqual([
    `process 7 connected to ${path}`,
  ]);
});

test('so does one that failed, and looking for a socket that is not there does not', () => {
  expect(tried(path, 'ECONNREFUSED')).toEqual([`a connection to ${path} was tried`]);
  expect(tried(path, 'ENOENT')).toEqual([]);
  expect(tried('/tmp/other.sock', null)).toEqual([]);
});

test('it asks only about a socket that the probe plants', () => {
  const planted = { canaries: [], files: [], decoys: [], asked: [], sockets: [path] };
  expect(socketNotConnected.unplanted(SPEC, planted)).toEqual([]);
  expect(socketNotConnected.unplanted(SPEC, { ...planted, sockets: [] })).toHaveLength(1);
});
