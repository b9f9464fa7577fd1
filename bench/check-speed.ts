import { fileURLToPath } from 'node:url';
import { checkSkill } from '../src/checks/check-skill.ts';
import type { Check } from '../src/checks/findings/rule.ts';
import { checksWith } from '../src/checks/rules.ts';
import type { SkillFolder } from '../src/contracts/skill.ts';
import { loadScriptParser } from '../src/sources/script-parser.ts';
import { readSkills } from './read-skills.ts';
import { skillOf } from './shapes.ts';
import { typicalSkill } from './typical-skill.ts';

const FIXTURES = fileURLToPath(new URL('../test/fixtures/security/benign/', import.meta.url));
const TYPICAL_BYTES = 20 * 1024;
const WANTED_PER_SECOND = 300;
const SKILLS = 60;
const ROUNDS = 5;

/**
 * Skills of 20 KB that are checked in a second on one core, cold start excluded; the bare alternative is none. `dense`
 * are texts that look like attacks from end to end, where hardly any search is spared.
 */
export async function checkSpeed() {
  const checks = checksWith(await loadScriptParser());
  const numbers = Array.from({ length: SKILLS }, (_, index) => index);
  const typical = perSecond(
    numbers.map((index) => skillOf({ 'SKILL.md': typicalSkill(index, TYPICAL_BYTES) })),
    checks,
  );
  const dense = perSecond(numbers.map(denseSkill), checks);
  const ratio = WANTED_PER_SECOND / typical;
  return { bench: 'check-speed', ratio, bound: 1, typicalPerSecond: typical, densePerSecond: dense };
}

/** By the processor's time, which other work on the machine does not use up. The first round is cold. */
function perSecond(skills: readonly SkillFolder[], checks: readonly Check[]): number {
  for (const skill of skills) checkSkill(skill, { checks });
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    for (const skill of skills) checkSkill(skill, { checks });
  }
  const { user, system } = process.cpuUsage(start);
  return (ROUNDS * skills.length) / ((user + system) / 1e6);
}

/** Fixtures that come close to an attack and are none, one after the other. */
function denseSkill(index: number): SkillFolder {
  const texts = readSkills(FIXTURES).flatMap(({ files }) => files.map(({ content }) => Buffer.from(content)));
  const turned = [...texts.slice(index % texts.length), ...texts];
  const body = Buffer.concat([...turned, ...texts, ...texts]).subarray(0, TYPICAL_BYTES);
  const head = '---\nname: dense\ndescription: Comes close to an attack. Use when measuring.\n---\n';
  return skillOf({ 'SKILL.md': new Uint8Array(Buffer.concat([Buffer.from(head), body])) });
}
