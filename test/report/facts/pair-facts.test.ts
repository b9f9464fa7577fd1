import { expect, test } from 'vitest';
import { describeOutcome } from '../../../src/report/facts/pair-facts.ts';
import { fixtureScorecard } from '../fixture-scorecard.ts';

const pairs = fixtureScorecard.tasks.flatMap((task) => task.pairs.map((pair) => [task.id, pair] as const));

function labelsOf(id: string, repeat: number): string[] {
  return pairs
    .filter(([task, pair]) => task === id && pair.repeat === repeat)
    .flatMap(([, pair]) => describeOutcome(pair).map(({ label }) => label));
}

test.each([
  ['merge-exports', 1, ['enabled']],
  ['normalise-dates', 1, ['fewer tokens', 'faster']],
  ['normalise-dates', 2, ['more tokens', 'faster']],
  ['split-by-region', 1, ['similar tokens', 'similar time']],
  ['split-by-region', 2, ['not invoked']],
  ['survive-a-broken-row', 1, ['harmed']],
  ['survive-a-broken-row', 2, ['both failed', 'not invoked']],
  ['keep-the-byte-order-mark-and-the-line-ends', 2, ['not measured']],
])('%s, repeat %d, is described as %j', (id, repeat, labels) => {
  expect(labelsOf(id, repeat)).toEqual(labels);
});
