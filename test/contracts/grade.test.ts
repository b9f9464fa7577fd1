import { expect, test } from 'vitest';
import { Verdict } from '../../src/contracts/grade.ts';

test('a verdict from before differences were recorded can still be read', () => {
  expect(Verdict.parse({ title: 't', passed: false, detail: 'd' }).difference).toBeNull();
});
