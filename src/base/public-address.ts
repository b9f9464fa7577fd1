import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Special-purpose IPv4 blocks: private, shared, loopback, link-local, documentation,
 * multicast, reserved (RFC 6890).
 */
const SPECIAL_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/**
 * The whole range of global unicast, and the parts of it that embed an IPv4 address or are for documentation.
 */
const GLOBAL_IPV6 = blockList('ipv6', [['2000::', 3]]);
const SPECIAL_IPV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/** Whether anybody on the internet can reach this address; it then belongs to no internal network. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, 'ipv4');
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

/** Whether a host is an IP address of either version, and not a name. */
export function isAddress(host: string): boolean {
  return isIP(host) !== 0;
}

const LOOPBACK_IPV4 = blockList('ipv4', [['127.0.0.0', 8]]);

export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? LOOPBACK_IPV4.check(address, 'ipv4') : address === '::1';
}

/** Whether a name by itself means this machine, without being resolved (RFC 6761, 6.3). */
export function isLoopbackHost(host: string): boolean {
  return /(^|\.)localhost$/i.test(host) || isLoopbackAddress(host);
}

function blockList(family: 'ipv4' | 'ipv6', subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
