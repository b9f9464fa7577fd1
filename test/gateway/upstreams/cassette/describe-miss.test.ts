import { expect, test } from 'vitest';
import type { CanonicalRequest } from '../../../../src/gateway/upstreams/cassette/canonical-request.ts';
import { describeMiss } from '../../../../src/gateway/upstreams/cassette/describe-miss.ts';

function asking(...texts: string[]): CanonicalRequest {
  return { wire: 'w', method: 'POST', path: '/v1', request: { model: 'm', texts } };
}

test('the nearest of what was recorded is shown with what differs and nothing else', () => {
  const recorded = [asking('x'), asking('one', 'two', 'three'), asking('one', 'y', 'z')];
  expect(describeMiss(asking('one', '2', 'three'), recorded)).toBe(
    [
      'this request was not recorded. The nearest is number 2; recorded (-) and asked for (+):',
      '- - two',
      '+ - "2"',
    ].join('\n  '),
  );
});

test('a longer conversation that holds all of a request is not the nearest to it', () => {
  const recorded = [asking('one', 'tow'), asking('one', 'two', 'three', 'four', 'five')];
  expect(describeMiss(asking('one', 'two'), recorded)).toMatch(/nearest is number 1;/);
});

test('the part of long lines in which they differ is shown', () => {
  const long = (end: string) => asking(`${'the same '.repeat(100)}${end} ${'and on '.repeat(100)}`);
  expect(describeMiss(long('one'), [long('two')])).toMatch(
    /\n {2}- ….*same two and.*\n {2}\+ ….*same one and/,
  );
});

test('the same lines in another order are no second request of the kind', () => {
  expect(describeMiss(asking('a', 'b'), [asking('b', 'a')])).toMatch(/nearest is number 1;/);
});

test('much that differs is cut', () => {
  const many = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  expect(describeMiss(asking(...many), [asking()])).toMatch(/\+ … \d+ lines more$/);
});

test('what was recorded fewer times than it is asked for is told so', () => {
  expect(describeMiss(asking('a'), [asking('b'), asking('a')])).toMatch(/number 2, and fewer times/);
});

test('an empty cassette has nothing near', () => {
  expect(describeMiss(asking('a'), [])).toMatch(/holds no request at all/);
});
