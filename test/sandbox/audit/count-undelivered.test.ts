import { expect, test } from 'vitest';
import { sumUndelivered } from '../../../src/sandbox/audit/count-undelivered.ts';

const SNMP = [
  'Ip: Forwarding DefaultTTL OutRequests OutNoRoutes',
  'Ip: 2 64 9 100',
  'Icmp: InMsgs InEchos',
  'Icmp: 5 20',
  'IcmpMsg: InType3 OutType3',
  'IcmpMsg: 7 7',
  'Udp: InDatagrams NoPorts InErrors OutDatagrams IgnoredMulti',
  'Udp: 8 3 4 9 30000',
  'UdpLite: InDatagrams NoPorts InErrors OutDatagrams',
  'UdpLite: 0 0 0 0',
].join('\n');
const SNMP6 =
  'Ip6OutNoRoutes                  \t1000\nUdp6InDatagrams  \t6\nUdp6NoPorts  \t2000\nUdp6IgnoredMulti\t40000';

test('undelivered packets are counted over both versions of IP', () => {
  expect(sumUndelivered(new Map([['/proc/net/snmp', SNMP]]))).toEqual({
    undelivered: 30_124,
    closedPorts: 3,
  });
  const both = [['/proc/net/snmp', SNMP] as const, ['/proc/net/snmp6', SNMP6] as const];
  expect(sumUndelivered(new Map(both))).toEqual({ undelivered: 71_124, closedPorts: 2003 });
});

test('a kernel without counters has counted none', () => {
  expect(sumUndelivered(new Map())).toEqual({ undelivered: 0, closedPorts: 0 });
});
