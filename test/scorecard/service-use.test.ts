import { expect, test } from 'vitest';
import { digestOf } from '../../src/base/digest.ts';
import type { EgressEvent } from '../../src/contracts/egress.ts';
import { provenance } from '../../src/report/facts/run-facts.ts';
import { buildScorecard } from '../../src/scorecard/build-scorecard.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const at = { atMs: 1, host: 'a.example', port: 443, decision: 'forwarded' } as const;
const body = { text: '', size: 0, digest: digestOf(''), isWhole: true };
const asked: EgressEvent & { kind: 'http' } = {
  ...at,
  ...{ kind: 'http', scheme: 'https', method: 'GET', path: '/', headers: [], body },
};

function planThatReaches(hosts: string[]) {
  const plan = smallPlan();
  const network = { kind: 'allow' as const, hosts, unopened: [] };
  return { ...plan, tasks: plan.tasks.map((task) => ({ ...task, network })) };
}

test('the scorecard says in which arm requests to services failed, and which answers a replay lacks', () => {
  const plan = planThatReaches(['a.example']);
  const failed = { kind: 'failed', reason: 'its address is not public' } as const;
  const baseline: EgressEvent[] = [
    { ...asked, outcome: failed },
    { ...asked, outcome: { kind: 'answered', status: 200, unrecorded: true } },
    { ...asked, decision: 'denied' },
    { ...at, kind: 'dns', decision: 'inside', type: 'A', address: '127.64.0.1' },
    { ...at, kind: 'counted', of: 'http', count: 7, failed: 2 },
  ];
  const records = [
    measured(plan, 'task:greet:baseline:1', { egress: baseline }),
    measured(plan, 'task:greet:with-skill:1', { egress: [{ ...asked, decision: 'replayed' }] }),
  ];
  const scorecard = buildScorecard(plan, records, plan.parameters);
  expect(scorecard.services).toEqual({
    baseline: { asked: 9, failed: 3, unrecorded: 1 },
    withSkill: { asked: 1, failed: 0, unrecorded: 0 },
  });
  expect(provenance(scorecard)).toContainEqual({
    label: 'Services',
    value:
      'baseline 9 requests, of which 3 failed; with skill 1 request; 1 answer too long to be recorded, so that a replay fails there',
  });
});

test('a scorecard of tasks that reach no host says nothing of services', () => {
  const plan = smallPlan();
  expect(buildScorecard(plan, [], plan.parameters)).not.toHaveProperty('services');
});
