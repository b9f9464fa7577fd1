import { expect, test } from 'vitest';
import { isLoopbackHost, isPublicAddress } from '../../src/base/public-address.ts';

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '203.0.113.80',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:93.184.216.34',
  '::ffff:10.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::a00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:a00:1::',
  '2002:7f00:1::',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '93.184.216.34',
  '172.32.0.1',
  '192.0.1.1',
  '192.169.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['localhost', true],
  ['a.LOCALHOST', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['notlocalhost', false],
  ['localhost.example', false],
  ['128.0.0.1', false],
])('whether %s names this machine: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
