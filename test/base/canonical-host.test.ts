import { expect, test } from 'vitest';
import { canonicalHost } from '../../src/base/canonical-host.ts';

test.each([
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '[::ffff:a9fe:a9fe]',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
])('%s is one address, however it is written', (host) => {
  expect(canonicalHost(host)).toBe('169.254.169.254');
});

test.each([
  ['Vendor.Example.', 'vendor.example'],
  ['ｖendor.example', 'vendor.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['[2001:DB8::0:1]', '2001:db8::1'],
  ['not a host', 'not a host'],
  ['', ''],
])('"%s" is written as "%s"', (host, canonical) => {
  expect(canonicalHost(host)).toBe(canonical);
});
