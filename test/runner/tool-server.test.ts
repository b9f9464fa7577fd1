import { expect, test } from 'vitest';
import type { SkillTool } from '../../src/contracts/skill-manifest.ts';
import { toolMount, toolServerCommand, toolServerOf } from '../../src/runner/tool-server.ts';

function toolOf(name: string): SkillTool {
  return {
    ...{ name, description: `Does ${name}.`, input_schema: { type: 'object' } },
    implementation: { entrypoint: 'scripts/do.py', handler: name, runtime: 'python' },
  };
}

test('a skill without tools has no server', () => {
  expect(toolServerOf('pdf-tools', [])).toBeNull();
});

test('the server is named after the skill, and its digest changes with the tools', () => {
  const server = toolServerOf('pdf-tools', [toolOf('read')]);
  expect(server).toMatchObject({ name: 'pdf-tools', tools: ['read'] });
  expect(toolServerOf('pdf-tools', [toolOf('read'), toolOf('write')])?.digest).not.toBe(server?.digest);
});

test.each([
  ['pdf-tools', 'read', 'pdf-tools'],
  ['Not a slug', 'read', 'skill'],
  ['a-skill-whose-name-takes-all-the-letters-that-there-are-for-one', 'x'.repeat(48), 'a-skill'],
])('the name of "%s" leaves room for its tools in what a model is told', (skill, tool, name) => {
  const server = toolServerOf(skill, [toolOf(tool)]);
  expect(server?.name).toBe(name);
  expect(`mcp__${server?.name}__${tool}`.length).toBeLessThanOrEqual(63);
});

test('the baseline has the folder of the tools as well, with nothing in it', () => {
  const tools = [toolOf('read')];
  const server = toolServerOf('pdf-tools', tools);
  if (server === null) throw new Error('there is no server');
  const [present, absent] = [toolMount(server, tools, true), toolMount(server, tools, false)];
  expect(absent).toEqual({ root: present.root, files: [] });
  const command = toolServerCommand(server);
  expect('command' in command ? command.command : []).toContain(present.files[0]?.path);
  expect(command.arm).toBe('with-skill');
  expect(JSON.parse(Buffer.from(present.files[0]?.content ?? []).toString())).toEqual({
    name: 'pdf-tools',
    tools: [
      {
        ...{ name: 'read', description: 'Does read.', inputSchema: { type: 'object' } },
        ...{ entrypoint: 'scripts/do.py', handler: 'read', runtime: 'python' },
      },
    ],
  });
});
