import { expect, test } from 'vitest';
import { SHAPES, skillOf } from '../../bench/shapes.ts';
import { startCounting } from './count-work.ts';

const workOf = await startCounting();
const { checkSkill } = await import('../../src/checks/check-skill.ts');
const { checksWith } = await import('../../src/checks/rules.ts');
const { loadScriptParser } = await import('../../src/sources/script-parser.ts');
const checks = checksWith(await loadScriptParser());

const BYTES = 40_000;

test('quadratic work is detected by the counter', async () => {
  const small = await workOf(() => pairsOf(200));
  const large = await workOf(() => pairsOf(4 * 200));
  expect(large / small).toBeGreaterThan(12);
});

test.each(Object.entries(SHAPES))(
  'four times as much %s takes at most about four times the work',
  async (_, make) => {
    const checkOf = (bytes: number) => {
      const skill = skillOf(make(bytes));
      return () => checkSkill(skill, { checks });
    };
    const small = await workOf(checkOf(BYTES));
    const large = await workOf(checkOf(4 * BYTES));
    expect(small).toBeGreaterThan(1000);
    expect(large / small).toBeLessThan(4.5);
  },
);

function pairsOf(limit: number): number {
  let pairs = 0;
  for (let one = 0; one < limit; one++) {
    for (let other = 0; other < limit; other++) {
      if (one !== other) pairs++;
    }
  }
  return pairs;
}
