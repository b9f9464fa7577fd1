import { expect, test } from 'vitest';
import { attributeProbe } from '../../../src/scoring/comparison/attribute-probe.ts';
import { armResult } from './arm-fixture.ts';

const passed = armResult();
const failed = armResult({ passed: false });
const ungraded = armResult({ passed: null });

test.each([
  ['the skill, if the bare agent passes', passed, 'skill'],
  ['the agent, if it fails without the skill too', failed, 'agent'],
  ['no one, if the baseline was not graded', ungraded, 'unknown'],
  ['no one, if the baseline was not run', null, 'unknown'],
])('a failure is attributed to %s', (_case, baseline, attribution) => {
  expect(attributeProbe({ baseline, withSkill: failed })).toBe(attribution);
});

test.each([
  ['passed', passed],
  ['was not graded', ungraded],
  ['was not run', null],
])('a with-skill arm that %s has no failure to explain', (_case, withSkill) => {
  expect(attributeProbe({ baseline: failed, withSkill })).toBeNull();
});
