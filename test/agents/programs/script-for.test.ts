import { expect, test } from 'vitest';
import type { ProgramAgent } from '../../../src/agents/agent.ts';
import { claudeCode } from '../../../src/agents/programs/claude-code.ts';
import { codex } from '../../../src/agents/programs/codex.ts';
import { gemini } from '../../../src/agents/programs/gemini.ts';
import { opencode } from '../../../src/agents/programs/opencode.ts';
import { scriptFor } from '../../../src/agents/programs/script-for.ts';
import { describeAgent } from '../../../src/agents/registry.ts';
import { shellQuote } from '../../../src/base/shell-quote.ts';
import { Script, type ScriptedTurn } from '../../../src/contracts/script.ts';

type Call = ScriptedTurn['call'][number];

function scriptThatCalls(...call: Call[]): Script {
  return Script.parse({ latencyMs: 5, arms: { baseline: [{ say: 'Hello.', call }], 'with-skill': [] } });
}

function callsOf(agent: ProgramAgent, ...calls: Call[]): Call[] {
  return scriptFor(scriptThatCalls(...calls), agent).arms.baseline.flatMap(({ call }) => call);
}

test('an API agent runs a script unchanged, because it has the tools that scripts name', () => {
  const script = scriptThatCalls({ tool: 'bash', input: { command: 'ls' } });
  expect(scriptFor(script, describeAgent('api-openai'))).toStrictEqual(script);
});

test('a script for a program calls the program’s own tools, with nothing else changed', () => {
  const script = scriptThatCalls({ tool: 'bash', input: { command: 'ls' } });
  expect(scriptFor(script, codex)).toEqual(
    scriptThatCalls({ tool: 'exec_command', input: { cmd: 'ls', yield_time_ms: 30_000 } }),
  );
});

test('a command of a script leaves the next one of Claude Code in the workspace', () => {
  const commands = ['cd notes && ls', 'cat <<END\nhere\nEND', 'cd notes && cat <<END\nhere\nEND'];
  const said = callsOf(claudeCode, ...commands.map((command) => ({ tool: 'bash', input: { command } })));
  expect(said.map(({ input }) => input['command'])).toEqual([
    '(cd notes && ls\n)',
    'cat <<END\nhere\nEND',
    '(cd notes && cat <<END\nhere\nEND\n)',
  ]);
});

test('a script for a program finds a skill where the program looks for skills', () => {
  const run = { tool: 'bash', input: { command: 'python3 /skills/greeter/greet.py' } };
  const load = { tool: 'skill', input: { name: 'greeter' } };
  expect(callsOf(codex, run, load)).toEqual([
    {
      tool: 'exec_command',
      input: { cmd: 'python3 /home/agent/.codex/skills/greeter/greet.py', yield_time_ms: 30_000 },
    },
    { tool: 'exec_command', input: { cmd: 'cat /home/agent/.codex/skills/greeter/SKILL.md' } },
  ]);
  expect(callsOf(claudeCode, load)).toEqual([{ tool: 'Skill', input: { skill: 'greeter' } }]);
});

test.each([
  ['ls /skills', 'ls /home/agent/.gemini/skills'],
  ['PATH="/skills/a:$PATH" a', 'PATH="/home/agent/.gemini/skills/a:$PATH" a'],
  ['ls /workspace/skills/ ~/skills/ $HOME/skills/ ./skills/ /skills.txt', null],
])('of %j, only the folder of skills is the program’s own', (command, said) => {
  expect(callsOf(gemini, { tool: 'bash', input: { command } })).toEqual([
    { tool: 'run_shell_command', input: { command: said ?? command } },
  ]);
});

test.each(['total=$(wc -l <a)', 'echo `date`', 'diff <(sort a) b', "it='$(date)'"])(
  'the command %j, which Gemini CLI would refuse to run, is run all the same',
  (command) => {
    const [call] = callsOf(gemini, { tool: 'bash', input: { command } });
    expect(call?.input).toEqual({ command: `eval ${shellQuote(command)}` });
  },
);

test('file reads and writes become shell commands, whatever the content', () => {
  const read = { tool: 'read_file', input: { path: "it's.txt" } };
  const write = { tool: 'write_file', input: { path: 'a/b.txt', content: "it's %s\n" } };
  expect(callsOf(gemini, read, write).map(({ input }) => input)).toEqual([
    { command: "cat -- 'it'\\''s.txt'" },
    {
      command: "mkdir -p -- '/workspace/a' && printf %s 'it'\\''s %s\n' > '/workspace/a/b.txt'",
    },
  ]);
});

test('a call that already uses the tools of the program stays as it is', () => {
  const own = { tool: 'Grep', input: { pattern: '/skills/', multiline: true } };
  expect(callsOf(claudeCode, own)).toEqual([own]);
});

test('a call of an MCP server’s tool has the name that the program gives to the tool', () => {
  const input = { server: 'tickets', tool: 'list', arguments: { status: 'open' } };
  const said = [claudeCode, codex, gemini, opencode].flatMap((agent) =>
    callsOf(agent, { tool: 'mcp', input }),
  );
  expect(said.map(({ tool }) => tool)).toEqual([
    'mcp__tickets__list',
    'mcp__tickets.list',
    'mcp_tickets_list',
    'tickets_list',
  ]);
  expect(said.map(({ input: given }) => given)).toEqual(said.map(() => ({ status: 'open' })));
  expect(scriptFor(scriptThatCalls({ tool: 'mcp', input }), describeAgent('api-chat'))).toEqual(
    scriptThatCalls({ tool: 'mcp__tickets__list', input: { status: 'open' } }),
  );
  const hyphens = { server: 'open-tickets', tool: 'list-all', arguments: {} };
  expect(callsOf(codex, { tool: 'mcp', input: hyphens })).toEqual([
    { tool: 'mcp__open_tickets.list_all', input: {} },
  ]);
});
