import { expect, test } from 'vitest';
import { commandAgent } from '../../src/agents/programs/command-agent.ts';
import { AGENTS, describeAgent } from '../../src/agents/registry.ts';
import { chooseSettings } from '../../src/app/choose-settings.ts';
import { USUAL_SETTINGS } from '../../src/contracts/agent-settings.ts';

function program(line: string) {
  return commandAgent({ line, resume: null, provider: 'openai', skills: '.agents/skills' });
}

test('an agent that is asked nothing has its usual settings', () => {
  for (const agent of AGENTS) expect(chooseSettings(agent, {})).toEqual(USUAL_SETTINGS);
});

test('every agent takes the efforts that it names, and says which these are', () => {
  for (const agent of AGENTS)
    for (const effort of agent.settings.efforts)
      expect(chooseSettings(agent, { effort })).toMatchObject({ effort });
  expect(() => chooseSettings(describeAgent('claude-code'), { effort: 'minimal' })).toThrow(
    '--effort: expected one of low, medium, high, xhigh, max for claude-code, got "minimal".',
  );
});

test('an agent without a setting for the temperature refuses one', () => {
  expect(chooseSettings(describeAgent('gemini'), { temperature: 0 }).temperature).toBe(0);
  expect(() => chooseSettings(describeAgent('codex'), { temperature: 0 })).toThrow(
    'Codex cannot be told the temperature. Choose another agent, or leave --temperature out.',
  );
});

test('an agent that can only be allowed everything says why', () => {
  for (const { id, title, settings } of AGENTS) {
    const choose = () => chooseSettings(describeAgent(id), { permissions: 'ask' });
    if (settings.alwaysAllows === undefined) expect(choose()).toMatchObject({ permissions: 'ask' });
    else
      expect(choose).toThrow(`${title} has no --permissions ask: ${settings.alwaysAllows}. Choose another`);
  }
  expect(chooseSettings(program('x {permissions}'), { permissions: 'deny' }).permissions).toBe('deny');
  expect(() => chooseSettings(program('x'), { permissions: 'deny' })).toThrow(
    'has no --permissions deny: its command line does not say {permissions}.',
  );
});

test('a program of the user is told what its command line names, and nothing else', () => {
  const told = program('my-agent --think {effort} --heat {temperature}');
  const settings = { effort: 'furious', temperature: 1.5 };
  expect(chooseSettings(told, settings)).toMatchObject(settings);
  expect(() => chooseSettings(program('my-agent'), { effort: 'low' })).toThrow(
    'Write {effort} where the command line wants it, or leave --effort out.',
  );
});

test.each([
  [{ effort: 'very high' }, '--effort: expected a word such as low, medium or high'],
  [{ permissions: 'maybe' }, '--permissions: expected '],
  [{ temperature: 3 }, '--temperature: expected '],
])('%j is refused by its name', (options, message) => {
  expect(() => chooseSettings(program('x {effort} {temperature}'), options)).toThrow(message);
});
