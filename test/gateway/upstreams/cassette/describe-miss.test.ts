import { expect, test } from 'vitest';
import type { CanonicalRequest } from '../../../../src/gateway/upstreams/cassette/canonical-request.ts';
import { describeMiss } from '../../../../src/gateway/upstreams/cassette/describe-miss.ts';

function asking(...texts: string[]): CanonicalRequest {
  return { wire: 'w', method: 'POST', path: '/v1', request: { model: 'm', texts } };
}

test('the nearest recorded request is shown with only the lines that differ', () => {
  const recorded = [asking('x'), asking('one', 'two', 'three'), asking('one', 'y', 'z')];
  expect(describeMiss(asking('one', '2', 'three'), recorded)).toBe(
    [
      'this request was not recorded. The nearest is number 2; recorded (-) and asked for (+):',
      '- - two',
      '+ - "2"',
    ].join('\n  '),
  );
});

test('a longer conversation that contains the whole request is not the nearest', () => {
  const recorded = [asking('one', 'tow'), asking('one', 'two', 'three', 'four', 'five')];
  expect(describeMiss(asking('one', 'two'), recorded)).toMatch(/nearest is number 1;/);
});

test('only the differing part of long lines is shown', () => {
  const long = (end: string) => asking(`${'the same '.repeat(100)}${end} ${'and on '.repeat(100)}`);
  expect(describeMiss(long('one'), [long('two')])).toMatch(
    /\n {2}- ….*same two and.*\n {2}\+ ….*same one and/,
  );
});

test('a request with the same lines in another order is not reported as a repeat', () => {
  expect(describeMiss(asking('a', 'b'), [asking('b', 'a')])).toMatch(/nearest is number 1;/);
});

test('a long difference is cut', () => {
  const many = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  expect(describeMiss(asking(...many), [asking()])).toMatch(/\+ … \d+ lines more$/);
});

test('a request that was recorded fewer times than it is made is reported as such', () => {
  expect(describeMiss(asking('a'), [asking('b'), asking('a')])).toMatch(/number 2, and fewer times/);
});

test('an empty cassette has no nearest request', () => {
  expect(describeMiss(asking('a'), [])).toMatch(/holds no request at all/);
});
