import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemPrompt } from '../../../src/agents/api/system-prompt.ts';
import { inputSchema, TOOLS } from '../../../src/agents/api/tools.ts';
import { describeAgent } from '../../../src/agents/registry.ts';
import { canonicalJson, digestOf } from '../../../src/base/digest.ts';
import { AGENTS } from './run-agent.ts';

const page = readFileSync(new URL('../../../src/agents/README.md', import.meta.url), 'utf8');
const skill = { name: 'NAME', description: 'DESCRIPTION', root: '/skills/NAME' };

test.each(AGENTS)('the version of %s matches its prompt and its tools', async (id) => {
  const told = [systemPrompt([], false), systemPrompt([skill], true), TOOLS, TOOLS.map(inputSchema)];
  const { version } = describeAgent(id);
  expect([version, digestOf(canonicalJson(told))]).toEqual([
    '4',
    'sha256:4dca8601b90d7ba7ae7ca733ec4244581f51fb2b2df161557ca1d778bd23f3ef',
  ]);
});

test('the documentation page quotes what the model is told word for word', () => {
  expect(page).toContain(`Version ${describeAgent('api-openai').version}.`);
  expect(page).toContain(`\`\`\`text\n${systemPrompt([], false)}\n\`\`\``);
  for (const { name, description, parameters } of TOOLS) {
    const names = Object.keys(parameters).map((parameter) => `\`${parameter}\``);
    expect(page).toContain(`| \`${name}\` | ${description} | ${names.join(', ')} |`);
  }
});

test('a skill adds one line to the system prompt and changes nothing else', () => {
  const [without, withSkill] = [systemPrompt([], false), systemPrompt([skill], false)];
  expect(withSkill.replace('- NAME: DESCRIPTION', '(none)')).toBe(without);
});
