import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packPrinted, readPrinted } from '../../../src/traffic/printed-events.ts';
import { reconcile } from '../../../src/traffic/reconcile.ts';
import { claudeCodeStream } from '../../../src/traffic/streams/claude-code-stream.ts';
import { codexStream } from '../../../src/traffic/streams/codex-stream.ts';
import { geminiStream } from '../../../src/traffic/streams/gemini-stream.ts';
import { opencodeStream } from '../../../src/traffic/streams/opencode-stream.ts';

/** What real starts of an agent printed over one trial, in which its user spoke twice more. */
function recordedOf(agent: string): string[] {
  return [1, 2, 3].map((start) =>
    readFileSync(join(import.meta.dirname, 'recorded', `${agent}-${start}.jsonl`), 'utf8'),
  );
}

const READERS = {
  'claude-code': claudeCodeStream,
  codex: codexStream,
  gemini: geminiStream,
  opencode: opencodeStream,
} as const;

async function accountOf(agent: keyof typeof READERS, printed: readonly string[]) {
  return readPrinted(await packPrinted(printed), READERS[agent]);
}

const AGENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;

const call = (tool: string, id: string | null = null) => ({ tool, id });

/** The usage is that of the model requests of the same trial. */
const ACCOUNTS = {
  'claude-code': {
    usage: { inputTokens: 17_083, outputTokens: 111 },
    calls: [call('Skill', 'call_1_0'), call('Bash', 'call_3_0'), call('Bash', 'call_5_0')],
  },
  codex: {
    usage: { inputTokens: 33_747, outputTokens: 117 },
    calls: [call('command_execution'), call('command_execution'), call('command_execution')],
  },
  gemini: {
    usage: { inputTokens: 45_815, outputTokens: 104 },
    calls: [call('activate_skill'), call('run_shell_command'), call('run_shell_command')],
  },
  opencode: {
    usage: { inputTokens: 33_106, outputTokens: 109 },
    calls: [call('skill', 'call_1_0'), call('bash', 'call_3_0'), call('bash', 'call_5_0')],
  },
} as const;

describe.each(AGENTS)('the events of %s', (agent) => {
  const account = ACCOUNTS[agent];

  test('say the tokens and calls of all of its starts', async () => {
    expect(await accountOf(agent, recordedOf(agent))).toEqual(account);
  });

  test('say the same between lines that are none of them', async () => {
    const noise =
      'A warning.\n{"type":"news"}\n{"type":"tool_use"}\n{"type":"result","stats":null}\n{broken\n';
    const printed = recordedOf(agent).map((text) => `${noise}${text}${noise}`);
    expect(await accountOf(agent, printed)).toEqual(account);
  });

  test('say nothing of a start that printed nothing', async () => {
    expect(await accountOf(agent, [''])).toEqual({ usage: null, calls: [] });
  });
});

test('an agent that ends without its last line does not say its tokens', async () => {
  const [first = '', ...others] = recordedOf('gemini');
  const cut = first.split('\n').slice(0, -2).join('\n');
  expect((await accountOf('gemini', [cut, ...others])).usage).toBeNull();
});

test('tokens that are no number are not known', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const step = { total: most, input: most, cache: { read: most, write: 0 } };
  const event = { type: 'step_finish', part: { tokens: step } };
  expect((await accountOf('opencode', [JSON.stringify(event)])).usage).toBeNull();
});

describe('the calls of MCP servers in the events of Codex', () => {
  const item = (id: string, server: string, tool: string) =>
    ['item.started', 'item.completed']
      .map((type) => JSON.stringify({ type, item: { id, type: 'mcp_tool_call', server, tool } }))
      .join('\n');
  const printed = [
    item('item_1', 'ticket-desk', 'owner_line'),
    item('item_2', 'owners', 'read_mcp_resource'),
    item('item_3', 'codex', 'list_mcp_resources'),
  ].join('\n');
  const made = ['mcp__ticket_desk.owner_line', 'read_mcp_resource', 'list_mcp_resources'];

  test('have the names that its model knows', async () => {
    expect((await accountOf('codex', [printed])).calls).toEqual(made.map((tool) => call(tool)));
  });

  test('are compared with those of its model, and calls of other tools are not', async () => {
    const account = await accountOf('codex', [printed]);
    const onTheWire = (tools: string[]) => ({
      modelCalls: [],
      toolCalls: tools.map((tool, index) => ({ tool, id: `${index}`, label: 'work' as const })),
    });
    const remarksOn = (...tools: string[]) => reconcile(account, onTheWire(tools), codexStream).remarks;
    expect(remarksOn(...made, 'view_image', 'multi_agent_v1.spawn_agent')).toEqual([]);
    expect(remarksOn(...made, 'mcp__tickets.list_tickets')).toEqual([
      'its own events lack calls of its model: mcp__tickets.list_tickets',
    ]);
    expect(remarksOn(...made.slice(1))).toEqual([
      'its own events show calls that its model did not make: mcp__ticket_desk.owner_line',
    ]);
  });
});
