import { checkSkill } from '../src/checks/check-skill.ts';
import type { Check } from '../src/checks/findings/rule.ts';
import { checksWith } from '../src/checks/rules.ts';
import type { SkillFolder } from '../src/contracts/skill.ts';
import { loadScriptParser } from '../src/sources/script-parser.ts';
import { SHAPES, skillOf } from './shapes.ts';

const BYTES = 5_000_000;
const TIMES = 4;
const BOUND_MS = 2_000;
/** Four times the input may take four times as long, with room for the machine's other work. */
const BOUND_GROWTH = 6;
const ROUNDS = 2;
/** Shorter than this, a time is noise. */
const SHORT_MS = 10;

type Growth = { shape: string; ms: number; growth: number };

/** How long a skill of 5 MB takes, whatever its shape, and how many times longer than a quarter of it. */
export async function checkGrowth() {
  const checks = checksWith(await loadScriptParser());
  const growths = Object.entries(SHAPES).map(([shape, make]): Growth => {
    const whole = shortest(skillOf(make(BYTES)), checks);
    const part = shortest(skillOf(make(BYTES / TIMES)), checks);
    return { shape, ms: whole, growth: whole / Math.max(part, SHORT_MS) };
  });
  const slowest = growths.reduce((worst, one) => (one.ms > worst.ms ? one : worst));
  const steepest = growths.reduce((worst, one) => (one.growth > worst.growth ? one : worst));
  const ratio = Math.max(slowest.ms / BOUND_MS, steepest.growth / BOUND_GROWTH);
  return { bench: 'check-growth', ratio, bound: 1, shapes: growths.length, slowest, steepest };
}

/** By the processor, which other work on the machine does not use up. */
function shortest(skill: SkillFolder, checks: readonly Check[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage();
    checkSkill(skill, { checks });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
