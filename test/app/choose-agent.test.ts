import { expect, test } from 'vitest';
import { type AgentOptions, chooseAgent } from '../../src/app/choose-agent.ts';

const agent = 'api-anthropic';

function choose(options: AgentOptions) {
  return chooseAgent(options, new AbortController().signal);
}

test('a command line takes the place of the agent, speaks to OpenAI and follows the usual convention', async () => {
  const chosen = await choose({ agent, command: { line: 'my-agent' } });
  const command = { line: 'my-agent', resume: null, provider: 'openai', skills: '.agents/skills' };
  expect(chosen).toMatchObject({ command, agent: { id: 'command', provider: 'openai' } });
  expect(await choose({ agent })).toEqual({ agent: expect.objectContaining({ id: agent }) });
});

test.each([
  ['my-agent "{prompt}"', 'prompt'],
  ["sh -c 'my-agent --model {model}'", 'model'],
  [`my-agent "it's \\" {skills}"`, 'skills'],
])('%s is refused, because the quotes of a word would end those around it', async (line, word) => {
  await expect(choose({ agent, command: { line } })).rejects.toThrow(
    `--agent-command: expected {${word}} outside of quotes, because it is replaced by a word that is quoted already`,
  );
});

test.each([
  `my-agent 'a b' {prompt}`,
  `my-agent "a 'b" {prompt}`,
  `my-agent it\\'s {prompt}`,
  `x '\${model}'`,
])('%s is taken as it is', async (line) => {
  expect((await choose({ agent, command: { line } })).command?.line).toBe(line);
});

test.each([
  [{ line: '' }, /^--agent-command: expected /],
  [{ line: 'x', resume: `y '{prompt}'` }, /^--agent-resume: expected \{prompt\} outside of quotes/],
  [{ line: 'x', provider: 'mistral' }, /^--agent-provider: expected .*anthropic.*"mistral"/],
  [{ line: 'x', skills: '/skills' }, /^--agent-skills: expected a folder below the home folder.*"\/skills"/],
  [{ line: 'x', skills: '.agents/../..' }, /^--agent-skills: expected a folder below the home folder/],
  [{ line: 'x', skills: '.' }, /^--agent-skills: expected a folder below the home folder/],
])('the options %j are refused with the name of the one that is wrong', async (command, message) => {
  await expect(choose({ agent, command })).rejects.toThrow(message);
});

test('the agent of a command line cannot be chosen without one', async () => {
  await expect(choose({ agent: 'command' })).rejects.toThrow('--agent command needs --agent-command LINE');
});
