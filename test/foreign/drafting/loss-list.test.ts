import { expect, test } from 'vitest';
import { LossList } from '../../../src/foreign/drafting/loss-list.ts';

test('a source in which every task loses the same many things is refused', () => {
  const losses = new LossList(2);
  losses.dropped('eval.yaml', 1, 'One.');
  losses.changed('eval.yaml', 1, 'Two.');
  expect(() => losses.incomplete('eval.yaml', 1, 'Three.')).toThrow(
    'Expected tasks of which at most 2 parts cannot be taken over, found more in eval.yaml.',
  );
  expect(losses.all.map(({ detail }) => detail)).toEqual(['One.', 'Two.']);
});
