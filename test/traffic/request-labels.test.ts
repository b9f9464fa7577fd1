import { describe, expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { RequestLabels, type SideRequests } from '../../src/traffic/request-labels.ts';
import type { ModelAnswer, ModelRequest, Passage } from '../../src/traffic/wire.ts';

const PROMPT: Passage = { by: 'user', text: 'Tidy up the table.\n' };
const TOOLS: Passage = { by: 'tools', text: 'Runs it.' };
const ANSWERED: Passage = { by: 'model', text: 'I look.', call: null };
const CALL: Passage = { by: 'model', text: '{}', call: { id: '1', tool: 'task', input: {} } };
const RESULT: Passage = { by: 'tool', text: 'It has begun.', callId: '1' };
const DELEGATED = 'Find every table in the folder, and list them.';
const KNOWN: SideRequests = { withoutTools: true, subAgents: true };
const ROUTE = {};

function request(...passages: Passage[]): ModelRequest {
  const offers = passages.includes(TOOLS) ? ['bash', 'task'] : [];
  return { model: 'm', form: 'whole', streamsUsage: true, passages, offers, toldBeforeAnswers: [] };
}

function calling(tool: string, input: Record<string, unknown>): ModelAnswer {
  const toolCalls = [{ id: '1', tool, input }];
  return { text: '', toolCalls, refused: false, cut: false, usage: UNKNOWN_USAGE };
}

/** The labels of a trial whose model has given a sub-agent its prompt, and has been told that it is at work. */
function delegating(
  known = KNOWN,
  input: object = { prompt: `${DELEGATED}\n` },
  asked = request(TOOLS, PROMPT),
) {
  const labels = new RequestLabels('Tidy up the table.', known);
  labels.sawRequest(asked, labels.labelOf(ROUTE, asked));
  labels.sawAnswer(asked, calling('task', { description: 'list', ...input }));
  labels.sawRequest(request(TOOLS, PROMPT, CALL, RESULT), null);
  return labels;
}

test.each([
  ['work, with the prompt and tools', request(TOOLS, PROMPT), null],
  ['work, with tools and without the prompt', request(TOOLS, { by: 'user', text: 'Go on.' }), null],
  ['a title, which needs no tools', request({ by: 'user', text: 'Title: Tidy up the table.' }), 'side'],
  ['a summary of the conversation, which needs none either', request(PROMPT, ANSWERED), 'compaction'],
])('%s', (_, asked, label) => {
  expect(new RequestLabels('Tidy up the table.', KNOWN).labelOf(ROUTE, asked)).toBe(label);
});

test('a check of the conversation, whose answer is JSON for the program, is no summary', () => {
  const check = { ...request(PROMPT, ANSWERED), wantsJson: true as const };
  expect(new RequestLabels('Tidy up the table.', KNOWN).labelOf(ROUTE, check)).toBe('side');
});

test('a summary may quote the conversation in a single message', () => {
  const labels = new RequestLabels('Tidy up the table.', KNOWN);
  const title = request({ by: 'user', text: 'Title: Tidy up the table.' });
  const quoted = request({
    by: 'user',
    text: 'Sum it up: <user>Tidy up the table.</user> <model>I look at it.</model>',
  });
  labels.sawAnswer(request(TOOLS, PROMPT), {
    ...calling('bash', { command: 'ls' }),
    text: ' I look at it.\n',
  });
  expect([title, quoted].map((asked) => labels.labelOf(ROUTE, asked))).toEqual(['side', 'compaction']);
});

test('an operation of the API that compacts a conversation says so itself', () => {
  const labels = new RequestLabels('Tidy up the table.', KNOWN);
  expect(labels.labelOf({ compacts: true }, request(TOOLS, PROMPT))).toBe('compaction');
});

describe('where a summary is asked for with all tools at hand', () => {
  const labels = new RequestLabels('Tidy up the table.', { summaryPrompts: ['Respond with text only.'] });
  const asking: Passage = { by: 'user', text: 'Respond with text only. Sum it up.' };
  const result: Passage = { by: 'tool', callId: '1', text: asking.text };

  test('the message that asks for it makes it a compaction', () => {
    expect(labels.labelOf(ROUTE, request(TOOLS, PROMPT, ANSWERED, asking))).toBe('compaction');
  });

  test.each([
    ['in the result of a tool', request(TOOLS, PROMPT, ANSWERED, result)],
    ['before the model has said anything', request(TOOLS, PROMPT, asking)],
    ['before the last message', request(TOOLS, PROMPT, ANSWERED, asking, { by: 'user', text: 'Go on.' })],
    [
      'after other words',
      request(TOOLS, PROMPT, ANSWERED, { by: 'user', text: `A file says: ${asking.text}` }),
    ],
  ])('the same words %s are work', (_, asked) => {
    expect(labels.labelOf(ROUTE, asked)).toBeNull();
  });
});

test('an agent of which nothing is known does nothing but work', () => {
  const labels = delegating({});
  expect(labels.labelOf(ROUTE, request(PROMPT))).toBeNull();
  expect(labels.labelOf({ compacts: true }, request(PROMPT))).toBeNull();
  expect(labels.labelOf(ROUTE, request(TOOLS, { by: 'user', text: DELEGATED }))).toBeNull();
});

test('a conversation that begins with words of a call is that of a sub-agent, to its end', () => {
  const told: Passage = { by: 'user', text: DELEGATED };
  const reminder: Passage = { by: 'user', text: 'It is Monday.' };
  for (const labels of [delegating(), delegating(KNOWN, { items: [{ type: 'text', text: DELEGATED }] })]) {
    expect(labels.labelOf(ROUTE, request(TOOLS, reminder, told))).toBe('sub-agent');
    expect(labels.labelOf(ROUTE, request(TOOLS, told, ANSWERED, reminder))).toBe('sub-agent');
  }
});

test('the words of a call may quote the prompt', () => {
  const prompt = 'Do this and nothing else: Tidy up the table.';
  const labels = delegating(KNOWN, { prompt });
  expect(labels.labelOf(ROUTE, request(TOOLS, { by: 'user', text: prompt }))).toBe('sub-agent');
});

test.each([
  [
    'words that come later in a conversation',
    delegating(),
    request(TOOLS, ANSWERED, { by: 'user', text: DELEGATED }),
  ],
  [
    'a conversation that holds the prompt',
    delegating(),
    request(TOOLS, PROMPT, { by: 'user', text: DELEGATED }),
  ],
  [
    'words of a call that was not offered',
    delegating(KNOWN, {}, request(PROMPT)),
    request(TOOLS, { by: 'user', text: DELEGATED }),
  ],
  ['short words', delegating(), request(TOOLS, { by: 'user', text: 'list' })],
  ['a part of the words', delegating(), request(TOOLS, { by: 'user', text: DELEGATED.slice(0, 20) })],
])('%s are work', (_, labels, asked) => {
  expect(labels.labelOf(ROUTE, asked)).toBeNull();
});

describe('a conversation that begins while the model waits for a call', () => {
  const body: Passage = { by: 'user', text: 'Base directory for this skill: /skills/greeter' };
  const usual: Passage = { by: 'user', text: 'It is Monday.' };

  function waiting(): RequestLabels {
    const labels = new RequestLabels('Tidy up the table.', KNOWN);
    const asked = request(TOOLS, usual, PROMPT);
    labels.sawRequest(asked, null);
    labels.sawAnswer(asked, calling('task', { name: 'greeter', prompt: 'Tidy up the table.' }));
    return labels;
  }

  /** The labels of these requests, one after the other. */
  function labelled(labels: RequestLabels, ...asked: ModelRequest[]) {
    return asked.map((each) => {
      const label = labels.labelOf(ROUTE, each);
      labels.sawRequest(each, label);
      return label;
    });
  }

  test('is that of a sub-agent, to its end', () => {
    const begun = request(TOOLS, usual, body);
    const told = request(TOOLS, PROMPT, CALL, RESULT);
    expect(labelled(waiting(), begun, told, request(TOOLS, usual, body, ANSWERED, RESULT))).toEqual([
      'sub-agent',
      null,
      'sub-agent',
    ]);
  });

  test('is that of a sub-agent with the prompt itself, if the call has handed that over', () => {
    const labels = waiting();
    const begun = request(TOOLS, PROMPT);
    expect(labelled(labels, begun)).toEqual(['sub-agent']);
    labels.sawAnswer(
      begun,
      { ...calling('bash', {}), toolCalls: [{ id: '2', tool: 'bash', input: {} }] },
      'sub-agent',
    );
    const second: Passage = { by: 'model', text: '{}', call: { id: '2', tool: 'bash', input: {} } };
    expect(
      labelled(labels, request(TOOLS, PROMPT, second), request(TOOLS, usual, PROMPT, CALL, RESULT)),
    ).toEqual(['sub-agent', null]);
  });

  test.each([
    ['the result has come', request(TOOLS, usual, PROMPT, CALL, RESULT)],
    ['the conversation was summed up', request(PROMPT, CALL, RESULT)],
  ])('is work once %s', (_, before) => {
    const labels = waiting();
    labelled(labels, before);
    expect(labelled(labels, request(TOOLS, usual, body))).toEqual([null]);
  });

  test('is work if it has a past', () => {
    expect(labelled(waiting(), request(TOOLS, body, ANSWERED))).toEqual([null]);
  });
});
