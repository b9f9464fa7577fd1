import { fileURLToPath } from 'node:url';
import { checkSkill } from '../src/checks/check-skill.ts';
import { checksWith } from '../src/checks/rules.ts';
import type { SkillFolder } from '../src/contracts/skill.ts';
import { loadScriptParser } from '../src/sources/script-parser.ts';
import { readSkills } from './read-skills.ts';

const FIXTURES = fileURLToPath(new URL('../test/fixtures/security/benign/', import.meta.url));
const TYPICAL_BYTES = 20 * 1024;
const SKILLS = 60;
const ROUNDS = 5;

/** Skills of 20 KB that are checked in a second on one core, after the first round; the bare alternative is none. */
export async function checkSpeed() {
  const checks = checksWith(await loadScriptParser());
  const skills = Array.from({ length: SKILLS }, (_, index) => typicalSkill(index));
  for (const skill of skills) checkSkill(skill, { checks });
  const start = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) {
    for (const skill of skills) checkSkill(skill, { checks });
  }
  const { user, system } = process.cpuUsage(start);
  const perSecond = (ROUNDS * SKILLS) / ((user + system) / 1e6);
  return { bench: 'check-speed', ratio: 300 / perSecond, bound: 1, skillsPerSecond: perSecond };
}

/** Texts of real fixtures, one after the other, up to the size of a typical skill. */
function typicalSkill(index: number): SkillFolder {
  const texts = readSkills(FIXTURES).flatMap(({ files }) => files.map(({ content }) => Buffer.from(content)));
  const turned = [...texts.slice(index % texts.length), ...texts];
  const body = Buffer.concat([...turned, ...texts, ...texts]).subarray(0, TYPICAL_BYTES);
  const head = '---\nname: typical\ndescription: Does what a typical skill does. Use when measuring.\n---\n';
  const content = new Uint8Array(Buffer.concat([Buffer.from(head), body]));
  return { source: 'typical', folder: 'typical', files: [{ path: 'SKILL.md', executable: false, content }] };
}
