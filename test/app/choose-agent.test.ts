import { expect, test } from 'vitest';
import { chooseAgent } from '../../src/app/choose-agent.ts';

const agent = 'api-anthropic';

test('a command line takes the place of the agent, speaks to OpenAI and follows the usual convention', () => {
  const chosen = chooseAgent({ agent, command: { line: 'my-agent' } });
  const command = { line: 'my-agent', resume: null, provider: 'openai', skills: '.agents/skills' };
  expect(chosen).toMatchObject({ command, agent: { id: 'command', provider: 'openai' } });
  expect(chooseAgent({ agent })).toEqual({ agent: expect.objectContaining({ id: agent }) });
});

test.each([
  ['my-agent "{prompt}"', 'prompt'],
  ["sh -c 'my-agent --model {model}'", 'model'],
  [`my-agent "it's \\" {skills}"`, 'skills'],
])('%s is refused, because the quotes of a word would end those around it', (line, word) => {
  expect(() => chooseAgent({ agent, command: { line } })).toThrow(
    `--agent-command: expected {${word}} outside of quotes, because it is replaced by a word that is quoted already`,
  );
});

test.each([
  `my-agent 'a b' {prompt}`,
  `my-agent "a 'b" {prompt}`,
  `my-agent it\\'s {prompt}`,
  `x '\${model}'`,
])('%s is taken as it is', (line) => {
  expect(chooseAgent({ agent, command: { line } }).command?.line).toBe(line);
});

test.each([
  [{ line: '' }, /^--agent-command: expected /],
  [{ line: 'x', resume: `y '{prompt}'` }, /^--agent-resume: expected \{prompt\} outside of quotes/],
  [{ line: 'x', provider: 'mistral' }, /^--agent-provider: expected .*anthropic.*"mistral"/],
  [{ line: 'x', skills: '/skills' }, /^--agent-skills: expected a folder below the home folder.*"\/skills"/],
  [{ line: 'x', skills: '.agents/../..' }, /^--agent-skills: expected a folder below the home folder/],
  [{ line: 'x', skills: '.' }, /^--agent-skills: expected a folder below the home folder/],
])('the options %j are refused with the name of the one that is wrong', (command, message) => {
  expect(() => chooseAgent({ agent, command })).toThrow(message);
});

test('the agent of a command line cannot be chosen without one', () => {
  expect(() => chooseAgent({ agent: 'command' })).toThrow('--agent command needs --agent-command LINE');
});
