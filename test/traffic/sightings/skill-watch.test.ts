import { describe, expect, test } from 'vitest';
import { SkillWatch, type WatchedSkill } from '../../../src/traffic/sightings/skill-watch.ts';
import type { ModelAnswer, Passage } from '../../../src/traffic/wire.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const description = 'Cleans the columns and rows of untidy tables before anybody loads them.';
const body = 'Call the bundled program with the path of the table and read the summary that it prints.';
const reference = 'Codes of countries stand in the third column of the table and are never translated.';
const skill: WatchedSkill = {
  name: 'tidy',
  description,
  body,
  root: '/skills/tidy',
  files: [
    { path: 'SKILL.md', executable: false, content: bytes(`---\nname: tidy\n---\n${body}`) },
    { path: 'codes.md', executable: false, content: bytes(reference) },
    { path: 'tidy.py', executable: true, content: bytes('print(1)') },
  ],
  prompt: 'Clean the table.',
  cwd: '/workspace',
  home: '/home/agent',
};

const ROOT = skill.root;
const CAT = { command: `cat ${ROOT}/SKILL.md` };

/** The tools of any request here. */
const offers = ['bash'];

const system = (text: string): Passage => ({ by: 'program', text });
const user = (text: string): Passage => ({ by: 'user', text });
const result = (text: string, callId = '1'): Passage => ({ by: 'tool', text, callId });
const said = (tool: string, input: Record<string, unknown>): Passage => ({
  by: 'model',
  text: '',
  call: { id: '1', tool, input },
});

function answer(text: string, tool?: string, input: Record<string, unknown> = {}): ModelAnswer {
  const usage = {
    inputTokens: 1,
    outputTokens: 1,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  const toolCalls = tool === undefined ? [] : [{ id: '1', tool, input }];
  return { text, toolCalls, refused: false, cut: false, usage };
}

function watching(changed: Partial<WatchedSkill> = {}): SkillWatch {
  const watch = new SkillWatch({ ...skill, ...changed });
  return watch;
}

function kindsSeen(watch: SkillWatch): string[] {
  return watch.sightings.map(({ kind }) => kind);
}

/** One call and what came back for it. */
function called(tool: string, input: Record<string, unknown>, output: string, watch = watching()): string[] {
  watch.sawAnswer(answer('', tool, input));
  watch.sawRequest({ offers, passages: [result(output)] }, 1);
  return kindsSeen(watch);
}

describe('the agent program’s own text', () => {
  test('shows the skill once, in the request that brought it', () => {
    const watch = watching();
    watch.sawRequest({ offers, passages: [system(`- tidy: ${description}`)] }, 0);
    watch.sawRequest({ offers, passages: [system(body)] }, 1);
    watch.sawRequest({ offers, passages: [system(body)] }, 2);
    expect(watch.sightings.map(({ kind, request }) => [kind, request])).toEqual([
      ['listed', 0],
      ['body-in-context', 1],
    ]);
  });

  test.each([
    ['a message before the model has worked', [user(`${description}\n${body}`)]],
    ['a system prompt that changes midway', [said('bash', {}), result(''), system(`${description} ${body}`)]],
  ])('shows it in %s', (_, passages) => {
    const watch = watching();
    watch.sawRequest({ offers, passages }, 0);
    expect(kindsSeen(watch)).toEqual(['listed', 'body-in-context']);
  });

  test('may repeat the results of the work, which shows nothing', () => {
    const watch = watching();
    watch.sawRequest({ offers, passages: [user('Go.'), said('bash', { command: 'make' }), result('ok')] }, 0);
    watch.sawRequest(
      { offers, passages: [user(`The file out.csv was changed:\n${body}\n${description}`)] },
      1,
    );
    expect(watch.sightings).toEqual([]);
  });

  test.each([
    ['the prompt', { prompt: `${body} ${description}` }],
    ['a file in the workspace', { knownTexts: [`# Notes\n\n${body}`, description] }],
  ])('proves nothing if %s contains it too', (_, known) => {
    const watch = watching(known);
    watch.sawRequest({ offers, passages: [system(body), user(description)] }, 0);
    expect(watch.sightings).toEqual([]);
  });

  test('does not count as the body if it repeats the frontmatter of a listed skill', () => {
    const watch = watching({ frontmatter: `name: tidy\nwhen_to_use: ${body}` });
    watch.sawRequest({ offers, passages: [system(`- tidy: ${description} - ${body}`)] }, 0);
    expect(kindsSeen(watch)).toEqual(['listed']);
  });

  test('counts as the model’s own if the model said it before', () => {
    const watch = watching();
    watch.sawAnswer(answer(`${description} ${body}`));
    watch.sawRequest({ offers, passages: [user(`Summary so far: ${description} ${body}`)] }, 1);
    expect(watch.sightings).toEqual([]);
  });
});

describe('the skill’s tool', () => {
  test.each([
    ['skill', { name: 'tidy' }],
    ['Skill', { skill: 'tidy' }],
    ['load_skill', { skill_name: 'tidy' }],
  ])('%s(%j) counts as called once a result comes back', (tool, input) => {
    const watch = watching();
    watch.sawAnswer(answer('', tool, input));
    expect(watch.sightings).toEqual([]);
    watch.sawRequest({ offers, passages: [said(tool, input), result('Launching.'), user(body)] }, 1);
    expect(watch.sightings.map(({ kind, request }) => [kind, request])).toEqual([
      ['tool-called', 1],
      ['body-in-context', 1],
    ]);
  });

  test('brings the body in its result', () => {
    expect(called('skill', { name: 'tidy' }, `Base directory: ${ROOT}\n${body}`)).toEqual([
      'tool-called',
      'body-in-context',
    ]);
  });

  test.each([
    ['skill', { skill: 'tidy' }, 'skill needs a text for name.'],
    ['no_such_skill', { x: 'tidy' }, 'There is no tool no_such_skill; there is bash, skill.'],
    ['skill', { name: 'tidy' }, `There is no file at ${ROOT}/SKILL.md.`],
  ])('does not count as used if %s(%j) returns %s', (tool, input, output) => {
    expect(called(tool, input, output)).toEqual([]);
  });

  test('does not count as used if its result is an error, whatever it says', () => {
    const watch = watching();
    watch.sawAnswer(answer('', 'skill', { name: 'tidy' }));
    watch.sawRequest({ offers, passages: [{ by: 'tool', callId: '1', text: body, isError: true }] }, 1);
    expect(watch.sightings).toEqual([]);
  });

  test.each([
    ['is too short to be distinctive', { body: 'Be tidy.' }],
    ['repeats the description', { body: description }],
    ['is empty', { body: '' }],
  ])('counts as used if it returns the whole of a body that %s', (_, changed) => {
    const output = `Base directory: ${ROOT}\n${changed.body}`;
    expect(called('skill', { name: 'tidy' }, output, watching(changed))).toContain('tool-called');
  });

  test.each([
    ['skill', { name: 'other' }],
    ['list_skills', { name: 'tidy' }],
    ['bash', { command: 'tidy' }],
  ])('is not %s(%j)', (tool, input) => {
    expect(called(tool, input, body)).toEqual([]);
  });

  test('is recognised by the name of the skill, not by that of a parameter', () => {
    expect(called('skill', { name: 'other' }, '', watching({ name: 'name' }))).toEqual([]);
  });
});

describe('a call of another tool', () => {
  test.each([
    ['Read', { file_path: `${ROOT}/SKILL.md` }, body],
    ['bash', CAT, `1\t${body}`],
    ['bash', { command: `head -c 60 ${ROOT}/SKILL.md` }, body.slice(0, 60)],
    ['bash', { command: `cat ${ROOT}/codes.md` }, reference],
    ['exec', { code: `await run("cat ${ROOT}/SKILL.md")` }, body],
  ])('reads the skill if %s(%j) returns its text', (tool, input, output) => {
    expect(called(tool, input, output)).toEqual(['file-touched']);
  });

  test.each([
    [CAT, `cat: ${ROOT}/SKILL.md: No such file or directory`],
    [{ command: `false && cat ${ROOT}/SKILL.md` }, '[exit code 1]'],
    [{ command: `head -c 0 ${ROOT}/SKILL.md` }, '[exit code 0]'],
    [{ command: `cat ${ROOT}/SKILL.md > /dev/null` }, '[exit code 0]'],
    [{ command: `f() { cat ${ROOT}/SKILL.md; }` }, '[exit code 0]'],
    [{ command: `head -3 ${ROOT}/SKILL.md` }, '---\nname: tidy\n---'],
    [{ command: `wc -w ${ROOT}/SKILL.md` }, `16 ${ROOT}/SKILL.md`],
    [{ command: `ls ${ROOT}` }, 'SKILL.md codes.md tidy.py'],
  ])('reads nothing if %j returns %j', (input, output) => {
    expect(called('bash', input, output)).toEqual([]);
  });

  test('shows nothing by its output unless it reads the skill', () => {
    const outputs = [`${description}\n${body}\n${reference}`];
    for (const command of ['python3 report.py', 'cat notes.md', `ls ${ROOT}; python3 report.py`])
      for (const output of outputs) expect(called('bash', { command }, output)).toEqual([]);
  });

  test('reads nothing if its result is text that the workspace contains anyway', () => {
    const watch = watching({ knownTexts: [`${body}\n${reference}`] });
    expect(called('bash', CAT, body, watch)).toEqual([]);
  });

  test('runs the skill if nothing can prevent that, whatever it prints', () => {
    expect(called('bash', { command: `python3 ${ROOT}/tidy.py in.csv` }, '')).toEqual(['file-touched']);
    expect(called('bash', { command: `false && python3 ${ROOT}/tidy.py` }, '')).toEqual([]);
  });

  test('was not carried out if no result came back', () => {
    const watch = watching();
    for (const [tool, input] of [
      ['bash', { command: `python3 ${ROOT}/tidy.py` }],
      ['skill', { name: 'tidy' }],
    ] as const)
      watch.sawAnswer(answer('', tool, input));
    watch.sawRequest({ offers, passages: [result(body, 'another')] }, 1);
    expect(watch.sightings).toEqual([]);
  });

  test('is recognised from the conversation if its answer was not seen', () => {
    const watch = watching();
    watch.sawRequest({ offers, passages: [said('bash', CAT), result(body)] }, 3);
    expect(watch.sightings).toMatchObject([{ kind: 'file-touched', request: 3 }]);
  });
});

test('text that the model wrote itself does not count when a tool returns it', () => {
  const watch = watching();
  watch.sawAnswer(answer(description));
  watch.sawAnswer(answer('', 'write_file', { path: 'notes.md', content: `1. ${body}\n` }));
  expect(
    called('bash', { command: `cat notes.md ${ROOT}/SKILL.md` }, `${description}\n${body}`, watch),
  ).toEqual([]);
});

test('a deeply nested input is searched as deep as any tool nests', () => {
  const watch = watching();
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const deep: unknown = JSON.parse(`${open.repeat(9000)}1${close.repeat(9000)}`);
    watch.sawAnswer(answer('', 'bash', { deep, ...CAT }));
  }
  watch.sawRequest({ offers, passages: [result(body)] }, 1);
  expect(kindsSeen(watch)).toEqual(['file-touched']);
});

describe('the tools of a skill', () => {
  const own = 'mcp__tidy__columns';
  const called = { passages: [said(own, { path: 'a.csv' }), result('3 columns')] };

  test('a call that was answered is a use, whatever came back', () => {
    const watch = watching({ tools: [own] });
    watch.sawRequest({ ...called, offers: [...offers, own] }, 1);
    expect(watch.sightings).toEqual([
      { kind: 'listed', request: 1, detail: `its tool ${own} is offered` },
      { kind: 'tool-called', request: 1, detail: `${own}, a tool of the skill` },
    ]);
  });

  test('a tool that is offered and not called, or called and not answered, is no use', () => {
    const watch = watching({ tools: [own] });
    watch.sawRequest({ passages: [said(own, {})], offers: [own] }, 0);
    expect(kindsSeen(watch)).toEqual(['listed']);
  });

  test('a call of a tool that is not offered, or of a tool of somebody else, is no use', () => {
    const watch = watching({ tools: [own] });
    watch.sawRequest({ ...called, offers }, 0);
    watch.sawRequest(
      { passages: [said('mcp__other__columns', {}), result('3')], offers: ['mcp__other__columns'] },
      1,
    );
    expect(kindsSeen(watch)).toEqual([]);
  });
});
