import { describe, expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../src/contracts/model-call.ts';
import { calledTools, finalAnswers, mentionedTools } from '../../src/contracts/transcript.ts';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { readTrial } from '../../src/traffic/read-trial.ts';

const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: 'Greet.' },
};

function body(content: object | string) {
  return { text: typeof content === 'string' ? content : JSON.stringify(content), leftOutBytes: 0 };
}

const said = (content: string) => ({
  choices: [{ message: { role: 'assistant', content } }],
  usage: { prompt_tokens: 7, completion_tokens: 2 },
});

function exchange(changed: Partial<WireExchange> = {}): WireExchange {
  return {
    ...{ wire: 'openai-chat', method: 'POST', purpose: 'answer', path: '/v1/chat/completions' },
    ...{ startMs: 0, latencyMs: 10, waitedMs: 0, status: 200, isComplete: true, isLeft: false },
    request: body({ model: 'm', messages: [{ role: 'user', content: 'Greet.' }] }),
    answer: body(said('Hello.')),
    ...changed,
  };
}

describe('what something beside the agent program asks', () => {
  const tools = [{ type: 'function', function: { name: 'bash', parameters: {} } }];
  const prompt = { role: 'user', content: 'Greet.' };
  const calling = {
    choices: [
      {
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'bash', arguments: '{}' } }],
        },
      },
    ],
  };
  const working = exchange({
    askedBy: 'agent',
    request: body({ model: 'm', messages: [prompt], tools }),
    answer: body(calling),
  });
  const going = [prompt, calling.choices[0]?.message, { role: 'tool', tool_call_id: 'c1', content: 'Done.' }];
  const ending = exchange({
    startMs: 20,
    request: body({ model: 'm', messages: going, tools }),
    answer: body(said('All is done.')),
  });

  test('ends no work, however well it goes on with the conversation', () => {
    const by = (askedBy: 'agent' | 'other') => readTrial([working, { ...ending, askedBy }], SKILL);
    expect(by('agent')).toMatchObject({ waitsForTool: false, conversationEnd: { kind: 'answered' } });
    expect(by('other')).toMatchObject({ waitsForTool: true, conversationEnd: { kind: 'awaits-tool' } });
    expect(by('other').modelCalls).toHaveLength(2);
  });

  test('gives the agent no last words, and is in the transcript as an aside', () => {
    const { transcript, toolCalls } = readTrial(
      [
        exchange({ askedBy: 'agent' }),
        { ...ending, askedBy: 'other' },
        { ...working, startMs: 40, askedBy: 'other' },
      ],
      SKILL,
    );
    expect(finalAnswers(transcript)).toEqual(['Hello.']);
    expect(transcript.events).toContainEqual(
      expect.objectContaining({ kind: 'assistant', text: 'All is done.', isAside: true }),
    );
    expect(toolCalls).toEqual([]);
  });

  test('calls no tool for the agent, and names one all the same', () => {
    const by = (askedBy: 'agent' | 'other') => readTrial([{ ...working, askedBy }], SKILL).transcript;
    expect([...calledTools(by('agent'))]).toEqual(['bash']);
    expect([...calledTools(by('other'))]).toEqual([]);
    expect([...mentionedTools(by('other'))]).toEqual(['bash']);
  });

  test('shows no use of the skill', () => {
    const reading = {
      ...calling.choices[0]?.message.tool_calls[0],
      function: { name: 'bash', arguments: JSON.stringify({ command: `cat ${SKILL.root}/SKILL.md` }) },
    };
    const said = { role: 'assistant', content: '', tool_calls: [reading] };
    const called = { ...working, answer: body({ choices: [{ message: said }] }) };
    const messages = [
      prompt,
      said,
      { role: 'tool', tool_call_id: 'c1', content: `# Greeter\n\n${SKILL.body}` },
    ];
    const claim = exchange({ startMs: 20, request: body({ model: 'm', messages, tools }) });
    const usesBy = (askedBy: 'agent' | 'other') =>
      readTrial([called, { ...claim, askedBy }], SKILL).sightings.length;
    expect([usesBy('agent') > 0, usesBy('other')]).toEqual([true, 0]);
  });
});

test('exchanges are read in the order in which they started', () => {
  const later = exchange({ startMs: 50, answer: body(said('Later.')) });
  const { transcript } = readTrial([later, exchange()], SKILL);
  const texts = transcript.events.flatMap((event) => (event.kind === 'assistant' ? [event.text] : []));
  expect(texts).toEqual(['Hello.', 'Later.']);
});

test.each([
  ['an answer has the usage that it reports', {}, { inputTokens: 7, outputTokens: 2 }],
  [
    'an answer without a report has an unknown usage',
    { answer: body({ ...said('Hello.'), usage: {} }) },
    UNKNOWN_USAGE,
  ],
  ['an error has none', { status: 500, answer: body({ error: { message: 'broken' } }) }, null],
  [
    'a request that its client left has an unknown usage',
    { status: null, isComplete: false, isLeft: true, answer: body('') },
    UNKNOWN_USAGE,
  ],
  [
    'a request that failed before an answer has none',
    { status: null, isComplete: false, answer: body('') },
    null,
  ],
])('%s', (_, changed, usage) => {
  const { modelCalls } = readTrial([exchange(changed)], SKILL);
  expect(modelCalls).toHaveLength(1);
  const [call] = modelCalls ?? [];
  expect(call).toMatchObject({ wire: 'openai-chat', model: 'm', latencyMs: 10 });
  if (usage === null) expect(call?.usage).toBeNull();
  else expect(call?.usage).toMatchObject(usage);
});

test('a count of tokens is no request for an answer', () => {
  expect(readTrial([exchange({ purpose: 'count' })], SKILL).modelCalls).toEqual([]);
});

test.each([
  ['a log that does not say whether clients left', { isLeft: null }, true],
  ['a log from which bytes were left out', { answer: { ...body(said('Hello.')), leftOutBytes: 1 } }, false],
])('%s does not tell the model calls', (_, changed, isWhole) => {
  expect(readTrial([exchange(changed)], SKILL)).toMatchObject({ modelCalls: null, isWhole });
});

test('an exchange of an earlier version is read without the fields that it lacks', () => {
  const { isLeft: _, purpose: __, ...earlier } = exchange();
  expect(WireExchange.parse(earlier)).toMatchObject({ isLeft: null, purpose: 'answer' });
});

const numbered = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 0]));

const TOOLS = [{ type: 'function', function: { name: 'bash', description: 'Runs it.' } }];

/** A request whose history holds a call, and the result of that call. */
function withCall(input: object, result: string, tools: object[] = TOOLS) {
  const call = { id: '1', type: 'function', function: { name: 'bash', arguments: JSON.stringify(input) } };
  const messages = [
    { role: 'user', content: 'Greet.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: '1', content: result },
  ];
  return exchange({ request: body({ model: 'm', tools, messages }) });
}

function searchable({ written }: ReturnType<typeof readTrial>): string {
  return written.map(({ bytes }) => Buffer.from(bytes).toString()).join('\n');
}

test('what the transcript leaves out of an input is still searched', () => {
  const read = readTrial([withCall({ env: { ...numbered, SECRET: 'ak-9f86d081' } }, 'ok')], SKILL);
  expect(JSON.stringify(read.transcript)).toContain('[left out]');
  expect(JSON.stringify(read.transcript).length).toBeLessThan(100_000);
  expect(searchable(read)).toContain('SECRET\nak-9f86d081');
});

test('a use of the skill is seen in an input of which the transcript leaves out most', () => {
  const skill = {
    ...SKILL,
    body: 'Call the bundled program with the path of the table and read its summary.',
  };
  const call = withCall(
    { env: numbered, list: [numbered, { command: 'cat /skills/greeter/SKILL.md' }] },
    skill.body,
  );
  expect(readTrial([call], skill).sightings).toMatchObject([{ kind: 'file-touched' }]);
});

test('calls that differ only in what is left out are events of their own', () => {
  const calls = ['a', 'b'].map((last) => withCall({ env: { ...numbered, last } }, 'ok'));
  const { transcript } = readTrial(calls, SKILL);
  expect(transcript.events.filter(({ kind }) => kind === 'tool-call')).toHaveLength(2);
});

test('any number of large inputs leaves a transcript of limited size', () => {
  const calls = Array.from({ length: 20 }, (_, n) => withCall({ n, env: numbered }, 'ok'));
  const read = readTrial(calls, SKILL);
  expect(read.transcript.events.filter(({ kind }) => kind === 'tool-call')).toHaveLength(20);
  expect(JSON.stringify(read.transcript).length).toBeLessThan(600_000);
});

describe('the last words on a task', () => {
  const tools = TOOLS;
  const CALL = {
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: '1', type: 'function', function: { name: 'bash', arguments: '{}' } }],
        },
      },
    ],
  };

  function asking(startMs: number, prompt: string, answer: object, more: object = {}): WireExchange {
    const request = body({ model: 'm', messages: [{ role: 'user', content: prompt }], tools, ...more });
    return exchange({ startMs, request, answer: body(answer) });
  }

  const opening = asking(0, 'Greet.', CALL);
  const own = asking(100, 'Greet.', said('The own words.'));
  const without = { tools: [] };

  test.each([
    ['the answer on the prompt', [opening, own], ['The own words.']],
    ['the answer on a wrapped prompt', [opening, asking(100, 'Task: Greet. Now.', said('Yes.'))], ['Yes.']],
    [
      'not what another request was told after it',
      [opening, own, asking(200, 'x', said('Other words.'))],
      ['The own words.'],
    ],
    [
      'not what another request was told while it was given',
      [opening, asking(90, 'x', said('Other words.')), own, asking(105, 'x', CALL)],
      ['The own words.'],
    ],
    [
      'all answers on the prompt',
      [opening, own, asking(200, 'Greet.', said('Other words.'))],
      ['The own words.', 'Other words.'],
    ],
    ['not a title', [asking(0, 'Greet.', said('A title'), without), opening, own], ['The own words.']],
    [
      'not an answer on the prompt without tools, where the agent offers some',
      [opening, asking(90, 'Greet.', said('Other words.'), without), own],
      ['The own words.'],
    ],
    [
      'the answer of an agent that offers no tools, also if another request does',
      [
        asking(0, 'Greet.', CALL, without),
        asking(100, 'Greet.', said('The own words.'), without),
        asking(200, 'Greet.', said('Other words.')),
      ],
      ['The own words.', 'Other words.'],
    ],
    [
      'the last answer where the agent does not send its prompt as it is, whoever else does',
      [asking(0, 'x', CALL), asking(90, 'Greet.', said('Other words.')), asking(100, 'x', said('The own.'))],
      ['The own.'],
    ],
    [
      'the last answer after a compaction',
      [opening, asking(90, 'A summary.', CALL), asking(100, 'A summary.', said('The own words.'))],
      ['The own words.'],
    ],
    [
      'not a part of an answer that was cut',
      [
        opening,
        asking(90, 'Greet.', { choices: [{ message: { content: 'The o' }, finish_reason: 'length' }] }),
        own,
      ],
      ['The own words.'],
    ],
    ['none if the last answer is a call', [opening], []],
    ['none if the last answer says nothing', [opening, asking(100, 'Greet.', said(''))], []],
  ])('are %s', (_what, exchanges, words) => {
    expect(finalAnswers(readTrial(exchanges, SKILL).transcript)).toEqual(words);
  });

  describe('of an agent to whom the user has spoken again', () => {
    const turns = [
      { text: 'Shorter.', atMs: 150 },
      { text: 'Go on.', atMs: 300 },
    ];
    const second = asking(160, 'Shorter.', said('Short.'));
    const last = asking(310, 'Go on.', said('The last words.'));
    const history = [
      { role: 'user', content: 'Greet.' },
      { role: 'assistant', content: 'I look.', tool_calls: CALL.choices[0]?.message.tool_calls },
      { role: 'tool', tool_call_id: '1', content: 'ok' },
    ];
    const heard = asking(50, 'Greet.', said('The own words.'), { messages: history });
    const remembering = asking(310, 'Go on.', said('The last words.'), {
      messages: [...history, { role: 'user', content: 'Go on.' }],
    });

    test.each([
      ['the answer to the last turn', [opening, own, second, last], ['The last words.']],
      [
        'not an answer to the prompt that another request was given in the last turn',
        [opening, own, second, asking(305, 'Greet.', said('Other words.')), last],
        ['The last words.'],
      ],
      [
        'all answers to the last turn, so that no other request can hide the own',
        [opening, own, second, last, asking(320, 'Go on.', said('Other words.'))],
        ['The last words.', 'Other words.'],
      ],
      [
        'not what was asked before the turn was said, in the same words',
        [opening, asking(100, 'Go on.', said('Early words.')), second, last],
        ['The last words.'],
      ],
      ['none if the model was asked nothing in the last turn', [opening, own, second], []],
      ['none if the last turn ends with a call', [opening, own, second, asking(310, 'Go on.', CALL)], []],
      [
        'the last answer of the last turn where the agent does not send its words as they are',
        [opening, own, second, asking(310, 'x', said('The last words.'))],
        ['The last words.'],
      ],
    ])('are %s', (_what, exchanges, words) => {
      const { transcript } = readTrial(exchanges, { ...SKILL, turns });
      expect(finalAnswers(transcript)).toEqual(words);
    });

    test.each([
      ['once the model has ended the last turn', [opening, own, second, last], true],
      ['also with an empty answer', [opening, own, second, asking(310, 'Go on.', said(''))], true],
      ['not by an answer to an earlier turn', [opening, own, second], false],
      ['not by a call', [opening, own, second, asking(310, 'Go on.', CALL)], false],
      ['not to a request that knows of none of its calls', [opening, heard, own, second, last], false],
      ['to a request that goes on with its calls', [opening, heard, own, second, remembering], true],
      [
        'not by half an answer',
        [opening, own, second, { ...last, isComplete: false, answer: body('{') }],
        false,
      ],
    ])('are there %s', (_what, exchanges, hasAnswered) => {
      expect(readTrial(exchanges, { ...SKILL, turns })).toMatchObject({ hasAnswered });
    });
  });

  test('are not what a request claims that the model said', () => {
    const claimed = { messages: [{ role: 'assistant', content: 'Claimed words.' }] };
    const { transcript } = readTrial([opening, own, asking(200, '', CALL, claimed)], SKILL);
    expect(finalAnswers(transcript)).toEqual(['The own words.']);
    expect(transcript.events).toContainEqual(
      expect.objectContaining({ kind: 'assistant', text: 'Claimed words.', onlyInHistory: true }),
    );
  });
});

describe('a model waits for a tool', () => {
  const tools = TOOLS;
  const callOf = (id: string) => ({ id, type: 'function', function: { name: 'bash', arguments: '{}' } });
  const calling = (...ids: string[]) => ({
    choices: [{ message: { role: 'assistant', content: null, tool_calls: ids.map(callOf) } }],
  });

  function asking(startMs: number, prompt: string, results: readonly string[], answer: object): WireExchange {
    const history = results.flatMap((id) => [
      { role: 'assistant', content: null, tool_calls: [callOf(id)] },
      { role: 'tool', tool_call_id: id, content: 'ok' },
    ]);
    const messages = [{ role: 'user', content: prompt }, ...history];
    const request = body({ model: 'm', messages, tools });
    return exchange({ startMs, request, answer: body(answer) });
  }

  /** What the model says is made up, up to the last words of the user. */
  function withWords(startMs: number): WireExchange {
    const calls = { role: 'assistant', content: null, tool_calls: ['a', 'b'].map(callOf) };
    const messages = [
      ...[{ role: 'user', content: 'Greet.' }, calls],
      ...['a', 'b'].map((id) => ({ role: 'tool', tool_call_id: id, content: 'All is done.' })),
      ...[said('Yes.').choices[0]?.message, { role: 'user', content: 'Say "Done."' }],
    ];
    return exchange({ startMs, request: body({ model: 'm', messages, tools }), answer: body(said('Done.')) });
  }

  const HALF = { choices: [{ message: { content: 'It i' }, finish_reason: 'length' }] };
  const opening = asking(0, 'Greet.', [], calling('a', 'b'));
  const own = asking(100, 'Greet.', ['a', 'b'], said('Done.'));

  function withoutTools(startMs: number): WireExchange {
    const messages = ['a', 'b'].flatMap((id) => [
      { role: 'assistant', content: null, tool_calls: [callOf(id)] },
      { role: 'tool', tool_call_id: id, content: 'ok' },
    ]);
    const request = body({ model: 'm', messages: [{ role: 'user', content: 'Greet.' }, ...messages] });
    return exchange({ startMs, request, answer: body(said('A summary.')) });
  }

  test.each([
    ['whose result nobody sent', [opening]],
    ['of which one result was not sent', [opening, asking(100, 'Greet.', ['a'], said('Done.'))]],
    ['if another request was answered after it', [opening, asking(50, 'Greet.', [], said('Done.'))]],
    ['whose result got an error', [opening, { ...own, status: 500 }]],
    ['whose result got no whole answer', [opening, { ...own, isComplete: false, answer: body('{') }]],
    ['after others', [opening, asking(100, 'Greet.', ['a', 'b'], calling('c'))]],
    ['of an agent that does not send its prompt as it is', [asking(0, 'x', [], calling('a'))]],
    ['whose result came in another conversation', [opening, asking(100, 'x', ['a', 'b'], said('ok'))]],
    ['whose result came in a request without tools', [opening, withoutTools(100)]],
    ['that it called again without another word', [opening, asking(100, 'Greet.', ['a', 'b'], calling('a'))]],
    [
      'whose result came after one that it never called',
      [opening, asking(100, 'Greet.', ['a', 'b', 'x'], said('Done.'))],
    ],
    ['whose result came with words that it never said', [opening, withWords(100)]],
    [
      'if an earlier request was answered once more after it',
      [
        opening,
        asking(100, 'Greet.', ['a', 'b'], calling('c')),
        asking(150, 'Greet.', ['a', 'b'], said('Done.')),
        asking(200, 'Greet.', ['a', 'b', 'c'], HALF),
      ],
    ],
  ])('%s', (_what, exchanges) => {
    expect(readTrial(exchanges, SKILL).waitsForTool).toBe(true);
  });

  test('what a sub-agent says is none of the last words, even if its own quote the prompt', () => {
    const asked = { ...asking(90, 'Do this: Greet.', [], said('It is done.')), label: 'sub-agent' as const };
    expect(finalAnswers(readTrial([opening, asked, own], SKILL).transcript)).toEqual(['Done.']);
    expect(readTrial([opening, asked], SKILL)).toMatchObject({
      hasAnswered: false,
      conversationEnd: { kind: 'awaits-tool' },
    });
  });

  const cut = { choices: [{ ...calling('z').choices[0], finish_reason: 'length' }] };

  test.each([
    ['an agent that has not asked', []],
    ['an agent without tools', [asking(0, 'Greet.', [], said('Done.'))]],
    ['the last answer calls nothing', [opening, own]],
    ['a sub-agent is left at the end', [opening, asking(90, 'Look.', [], calling('c')), own]],
    [
      'a sub-agent whose words quote the prompt is left at the end',
      [opening, { ...asking(90, 'Do this: Greet.', [], calling('c')), label: 'sub-agent' as const }, own],
    ],
    ['an answer that was cut is not carried out', [opening, asking(90, 'Greet.', ['a', 'b'], cut), own]],
    ['an answer broke off and was asked for again', [{ ...opening, isComplete: false }, opening, own]],
    [
      'the conversation was compacted without tools',
      [opening, withoutTools(100), asking(200, 'Greet. A summary.', [], said('Done.'))],
    ],
    [
      'the conversation was compacted without tools, and goes on without the prompt',
      [opening, withoutTools(100), asking(200, 'A summary.', [], said('Done.'))],
    ],
    [
      'the conversation was compacted',
      [
        opening,
        asking(100, 'Greet.', ['a', 'b'], said('A summary.')),
        asking(200, 'A summary.', [], said('')),
      ],
    ],
  ])('not if %s', (_what, exchanges) => {
    expect(readTrial(exchanges, SKILL).waitsForTool).toBe(false);
  });
});

describe('a call of a tool that the request does not offer', () => {
  const CAT = { command: 'cat /skills/greeter/SKILL.md' };
  const skill = {
    ...SKILL,
    body: 'Call the bundled program with the path of the table and read its summary.',
  };
  const calling = (tool: string, tools: object[]) =>
    exchange({
      request: body({ model: 'm', tools, messages: [{ role: 'user', content: 'Greet.' }] }),
      answer: body({
        choices: [
          {
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [
                { id: '1', type: 'function', function: { name: tool, arguments: JSON.stringify(CAT) } },
              ],
            },
          },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 2 },
      }),
    });

  test.each([
    ['none is offered', 'bash', []],
    ['another one is', 'shell', TOOLS],
  ])('is in the transcript and counts as none, where %s', (_, tool, tools) => {
    const { transcript } = readTrial([calling(tool, tools)], SKILL);
    expect(transcript.events.filter(({ kind }) => kind === 'tool-call')).toMatchObject([
      { tool, notOffered: true },
    ]);
    expect([...calledTools(transcript)]).toEqual([]);
    expect([...mentionedTools(transcript)]).toEqual([tool]);
  });

  test('is none for the agent to carry out', () => {
    const calls = [
      calling('bash', []),
      { ...calling('bash', TOOLS), startMs: 20, label: 'sub-agent' as const },
    ];
    expect(readTrial(calls, SKILL).toolCalls).toEqual([{ id: '1', tool: 'bash', label: 'sub-agent' }]);
  });

  test('is no use of the skill, whatever comes back for it', () => {
    const told = { ...withCall(CAT, skill.body, []), startMs: 50 };
    expect(readTrial([calling('bash', []), told], skill).sightings).toEqual([]);
    expect(readTrial([calling('bash', TOOLS), told], skill).sightings).toMatchObject([
      { kind: 'file-touched' },
    ]);
  });
});

test('a model does not wait for a tool of an API that gives calls no ids, once it has replied to the result', () => {
  const tools = [{ functionDeclarations: [{ name: 'bash', description: 'Runs it.' }] }];
  const call = { functionCall: { name: 'bash', args: {} } };
  const response = { functionResponse: { id: 'bash-1', name: 'bash', response: { output: 'ok' } } };
  const asking = (startMs: number, parts: readonly object[], turns: readonly object[] = []) =>
    exchange({
      ...{ startMs, wire: 'gemini', path: '/v1beta/models/m:generateContent' },
      request: body({ contents: [{ role: 'user', parts: [{ text: 'Greet.' }] }, ...turns], tools }),
      answer: body({ candidates: [{ content: { role: 'model', parts } }] }),
    });
  const opening = asking(0, [call]);
  const turns = [
    { role: 'model', parts: [call] },
    { role: 'user', parts: [response] },
  ];
  const closing = asking(100, [{ text: 'Done.' }], turns);
  expect(readTrial([opening], SKILL).waitsForTool).toBe(true);
  expect(readTrial([opening, closing], SKILL).waitsForTool).toBe(false);
});

test('a call counts as one of the model only if an answer contains it', () => {
  const { transcript } = readTrial([withCall({ command: 'ls' }, 'ok')], SKILL);
  expect([...calledTools(transcript)]).toEqual([]);
  expect([...mentionedTools(transcript)]).toEqual(['bash']);
});

test('the first request for the work is kept as it was, whatever was asked beside it', () => {
  const tools = [{ type: 'function', function: { name: 'bash' } }];
  const asked = (startMs: number, prompt: string) =>
    exchange({
      startMs,
      request: body({ model: 'm', messages: [{ role: 'user', content: prompt }], tools }),
    });
  const title = exchange({ label: 'side' });
  const { opening } = readTrial([asked(9, 'Again.'), asked(5, 'Greet.'), title], SKILL);
  expect(opening).toMatchObject({ tools: ['bash'], leftOutValues: 0 });
  expect(opening?.values.slice(0, 4)).toEqual([
    { place: 'path', text: '/v1/chat/completions' },
    { place: 'model', text: 'm' },
    { place: 'messages[](user).role', text: 'user' },
    { place: 'messages[](user).content', text: 'Greet.' },
  ]);
});

test('no later request takes the place of a first one that cannot be read', () => {
  const { opening } = readTrial(
    [exchange({ request: body('{"model": "m", "mess') }), exchange({ startMs: 5 })],
    SKILL,
  );
  expect(opening).toBeNull();
});
