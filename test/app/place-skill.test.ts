import { expect, test } from 'vitest';
import { describeAgent } from '../../src/agents/registry.ts';
import { loadBenchmark } from '../../src/app/benchmark.ts';
import { agentSetup } from '../../src/app/model-choice.ts';
import { placeSkill } from '../../src/app/place-skill.ts';
import type { SkillPlace } from '../../src/contracts/agent-settings.ts';
import { greeterSuite } from '../fixtures/greeter-suite.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const SUITE = 'id: greetings\ntitle: Greetings\ndescription: Whether it greets.\n';

async function place(id: string, changes: Record<string, string>, asked?: SkillPlace) {
  const benchmark = await loadBenchmark(greeterSuite(temporaryFolder(), changes));
  const agent = describeAgent(id);
  const placed = placeSkill({ agent, setup: agentSetup(agent, 'scripted') }, benchmark, asked);
  return [placed.setup.settings?.skillPlace, placed.agent.skillsDir];
}

const inProject = { 'suite.yaml': `${SUITE}skillPlace: project\n` };

test('the skill is where the user says, or else the suite, or else in the home folder', async () => {
  const home = ['home', '/home/agent/.claude/skills'];
  const project = ['project', '/workspace/.claude/skills'];
  expect(await place('claude-code', {})).toEqual(home);
  expect(await place('claude-code', inProject)).toEqual(project);
  expect(await place('claude-code', inProject, 'home')).toEqual(home);
  expect(await place('claude-code', {}, 'project')).toEqual(project);
});

test('an agent that looks in one place runs any suite, and refuses a user who asks for another place', async () => {
  expect(await place('api-openai', inProject)).toEqual(['home', '/skills']);
  await expect(place('api-openai', {}, 'project')).rejects.toThrow(
    'API agent (OpenAI Responses) looks for skills in /skills alone. Choose another agent, or leave --skill-place out.',
  );
});

test.each([
  ['.claude/skills/other/SKILL.md', true],
  ['.claude/skills', true],
  ['.claude', true],
  ['.claude/settings.json', false],
  ['.claude/skills.md', false],
])('a task whose workspace has %s is refused where the skill would be: %s', async (path, isRefused) => {
  const placed = place('claude-code', { ...inProject, [`greet/workspace/${path}`]: 'mine' });
  if (isRefused)
    await expect(placed).rejects.toThrow(`The task "greet" has the file ${path} where the skill`);
  else expect(await placed).toEqual(['project', '/workspace/.claude/skills']);
});
