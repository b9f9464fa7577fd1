import { expect, test } from 'vitest';
import { EgressEvent } from '../../../src/contracts/egress.ts';
import { describeAttempt } from '../../../src/report/facts/describe-attempt.ts';

test('an attempt is described by what was asked where, and what came of it', () => {
  const tried = { atMs: 1, host: 'registry.example', port: 443, decision: 'denied' };
  const events = [
    { kind: 'tls', ...tried },
    { kind: 'cut', atMs: 1, missed: 3 },
  ].map((event) => EgressEvent.parse(event));
  expect(events.map(describeAttempt)).toEqual([
    'tls registry.example:443 (denied)',
    'more 3 attempts that were not kept',
  ]);
});
