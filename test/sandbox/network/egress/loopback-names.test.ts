import { expect, test } from 'vitest';
import { LoopbackNames } from '../../../../src/sandbox/network/egress/loopback-names.ts';

test('every name always has the same address of its own', () => {
  const names = new LoopbackNames();
  const given = Array.from({ length: 10_000 }, (_, index) => names.addressOf(`n${index}.example`));
  expect(new Set(given).size).toBe(10_000);
  expect(given.every((address) => /^127\.64(\.\d{1,3}){2}$/.test(address))).toBe(true);
  expect(names.addressOf('N7.EXAMPLE')).toBe(given[7]);
  expect(names.nameOf(given[7] ?? '')).toBe('n7.example');
});

test('names beyond the limit share an address without a name', () => {
  const names = new LoopbackNames();
  for (let index = 0; index < 10_000; index++) names.addressOf(`${index}`);
  expect(names.nameOf(names.addressOf('one more'))).toBeNull();
  expect(names.nameOf('127.0.0.1')).toBeNull();
});
