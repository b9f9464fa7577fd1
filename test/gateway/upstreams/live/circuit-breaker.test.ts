import { expect, test } from 'vitest';
import { CircuitBreaker, type RequestEnd } from '../../../../src/gateway/upstreams/live/circuit-breaker.ts';

const givenUp: RequestEnd = { kind: 'given-up', reason: 'it answered 503.' };
const answered: RequestEnd = { kind: 'answered' };

function after(...ends: RequestEnd[]): string | null {
  const outage = new CircuitBreaker();
  for (const end of ends) outage.watch()(end);
  return outage.reason;
}

test('five requests in a row without an answer are an outage, and four are not', () => {
  expect(after(...Array.from({ length: 4 }, () => givenUp))).toBeNull();
  expect(after(...Array.from({ length: 5 }, () => givenUp))).toBe(
    '5 requests in a row got no answer. The last: it answered 503.',
  );
});

test('an answer among them, or after them, shows that the provider is up', () => {
  const four = Array.from({ length: 4 }, () => givenUp);
  expect(after(...four, answered, ...four)).toBeNull();
  expect(after(...four, givenUp, answered)).toBeNull();
});

test('an error that would affect every request is an outage at once', () => {
  expect(after({ kind: 'final', reason: 'it refuses the key.' })).toBe('it refuses the key.');
});

test('a refusal is an outage at once, unless the provider has answered before', () => {
  const refused: RequestEnd = { kind: 'refused', reason: 'it refuses the key.' };
  expect(after(refused)).toBe('it refuses the key.');
  expect(after(answered, refused)).toBeNull();
  expect(after(answered, ...Array.from({ length: 5 }, () => refused))).toContain('it refuses the key.');
});

test('concurrent failures count as one', () => {
  const outage = new CircuitBreaker();
  for (let round = 1; round <= 5; round++) {
    expect(outage.reason).toBeNull();
    const together = Array.from({ length: 8 }, () => outage.watch());
    for (const note of together) note(givenUp);
  }
  expect(outage.reason).not.toBeNull();
});
