import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../../src/contracts/model-call.ts';
import { openaiResponses } from '../../../src/traffic/wires/openai-responses.ts';
import { requestRead } from '../request-read.ts';

/** As Codex asks a model that has its tools in the conversation and writes programs that call them. */
const program = 'text(await tools.exec_command({ cmd: "cat /home/agent/.codex/skills/tidy/SKILL.md" }));';
const customCall = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'exec', input: program };
const body = {
  model: 'm',
  stream: true,
  input: [
    {
      type: 'additional_tools',
      role: 'developer',
      tools: [
        {
          type: 'namespace',
          name: 'functions',
          description: 'The usual ones.',
          tools: [
            { type: 'custom', name: 'exec', description: 'Runs a program.', format: { type: 'grammar' } },
          ],
        },
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Tidy up.' }] },
    { type: 'reasoning', summary: [], encrypted_content: 'AAAA' },
    customCall,
    {
      type: 'custom_tool_call_output',
      call_id: 'call_1',
      output: [
        { type: 'input_text', text: 'Script completed' },
        { type: 'input_text', text: 'Tidy it well.' },
      ],
    },
  ],
};

test('tool definitions in the conversation, and inputs and outputs of custom tools, are texts of the request', () => {
  expect(requestRead(openaiResponses, body).passages).toMatchObject([
    { by: 'program', text: '' },
    { by: 'tools', text: 'The usual ones.\nRuns a program.' },
    { by: 'user', text: 'Tidy up.' },
    { by: 'user', text: '' },
    { by: 'model', text: JSON.stringify({ code: program }), call: { id: 'call_1', tool: 'exec' } },
    { by: 'tool', callId: 'call_1', text: 'Script completed\nTidy it well.' },
  ]);
});

test('the tools that a request offers are named in it or in its conversation, in groups or alone', () => {
  const tools = [{ type: 'local_shell' }, { type: 'function', name: 'wait', description: 'Waits.' }];
  const found = {
    type: 'tool_search_output',
    call_id: 'call_2',
    tools: [{ type: 'function', name: 'look_up', description: 'Looks it up.' }],
  };
  const { offers, passages } = requestRead(openaiResponses, {
    ...body,
    tools,
    input: [...body.input, found],
  });
  expect(offers).toEqual(['local_shell_call', 'wait', 'functions', 'exec', 'functions.exec', 'look_up']);
  expect(passages.at(-1)).toMatchObject({ by: 'user', text: expect.stringContaining('Looks it up.') });
});

test('the output of a custom tool precedes the next answer', () => {
  const { toldBeforeAnswers } = requestRead(openaiResponses, body);
  expect(toldBeforeAnswers).toEqual([null, 'Script completed\nTidy it well.']);
});

test('groups of tools are described like tools', () => {
  const tools = [{ type: 'namespace', name: 'n', description: '', tools: [{ description: 'Waits.' }] }];
  expect(requestRead(openaiResponses, { model: 'm', input: 'Hi', tools }).passages).toContainEqual({
    by: 'tools',
    text: 'Waits.',
  });
});

test('a call of a custom tool is a call of the answer', () => {
  expect(openaiResponses.readAnswer({ output: [customCall] }).toolCalls).toMatchObject([
    { id: 'call_1', tool: 'exec', input: { code: program } },
  ]);
});

test('the user’s words are never the model’s, even if a compacted conversation repeats them', () => {
  const output = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Tidy up.' }] },
    { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA/+==' },
  ];
  expect(openaiResponses.readAnswer({ output })).toMatchObject({ text: '', toolCalls: [] });
});

test('an encrypted compaction counts as work of the model', () => {
  const input = [
    { type: 'compaction', encrypted_content: 'gAAAA/+==' },
    { role: 'user', content: 'Go on.' },
  ];
  const read = requestRead(openaiResponses, { model: 'm', input });
  expect(read.passages.map(({ by }) => by)).toEqual(['program', 'model', 'user']);
  expect(read.toldBeforeAnswers).toEqual([null]);
});

test('a message without a type is read by its role', () => {
  const input = [
    { role: 'user', content: 'Tidy up.' },
    { role: 'system', content: 'Be brief.' },
    { role: 'developer', content: [{ type: 'input_text', text: 'Be kind.' }] },
    { role: 'assistant', content: 'I am done.' },
  ];
  const { passages, toldBeforeAnswers } = requestRead(openaiResponses, { model: 'm', input });
  expect(passages.slice(1)).toEqual([
    { by: 'user', text: 'Tidy up.' },
    { by: 'program', text: 'Be brief.' },
    { by: 'program', text: 'Be kind.' },
    { by: 'model', text: 'I am done.', call: null },
  ]);
  expect(toldBeforeAnswers).toEqual([null, null]);
});

test('a call of a tool in a group names the group, in answers that are read and that are made', () => {
  const call = { id: 'call_2', tool: 'mcp__tickets.list', input: { status: 'open' } };
  const made = openaiResponses.renderAnswer(
    { text: '', toolCalls: [call], refused: false, cut: false, usage: UNKNOWN_USAGE },
    requestRead(openaiResponses, body),
    '1',
  );
  expect(made).toMatchObject({ output: [{ namespace: 'mcp__tickets', name: 'list' }] });
  expect(openaiResponses.readAnswer(made).toolCalls).toMatchObject([call]);
});

test('a tool in a group is offered by its own name and by that of its group', () => {
  const tools = [{ type: 'namespace', name: 'mcp__tickets', tools: [{ type: 'function', name: 'list' }] }];
  const { offers } = requestRead(openaiResponses, { model: 'm', input: 'Hi', tools });
  expect(offers).toEqual(['mcp__tickets', 'list', 'mcp__tickets.list']);
});
