import { expect, test } from 'vitest';
import { SkillWatch, type WatchedSkill } from '../../src/gateway/skill-watch.ts';
import type { ModelAnswer, ModelRequest } from '../../src/gateway/wire.ts';

const skill: WatchedSkill = {
  name: 'tidy',
  description: 'Cleans the columns and rows of untidy tables before anybody loads them.',
  body: 'Call the bundled program with the path of the table and read the summary that it prints.',
  root: '/skills/tidy',
  files: ['SKILL.md', 'tidy.py'],
  prompt: 'Clean the table.',
  cwd: '/workspace',
  home: '/home/agent',
};

function request(...texts: string[]): ModelRequest {
  return { model: 'm', form: 'whole', streamsUsage: true, texts, outputsBeforeAnswers: [null] };
}

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

function kindsSeen(watch: SkillWatch): string[] {
  return watch.sightings.map(({ kind }) => kind);
}

test('the skill’s text in a request is seen once, in the request that brought it', () => {
  const watch = new SkillWatch(skill);
  watch.sawRequest(request(`- tidy: ${skill.description}`), 0);
  watch.sawRequest(request(skill.body), 1);
  watch.sawRequest(request(skill.body), 2);
  expect(watch.sightings.map(({ kind, request: index }) => [kind, index])).toEqual([
    ['listed', 0],
    ['body-in-context', 1],
  ]);
});

test('what the model said or wrote by itself is not seen when a tool brings it back', () => {
  const watch = new SkillWatch(skill);
  watch.sawAnswer(answer(skill.description), 0);
  watch.sawAnswer(answer('', 'write_file', { path: 'notes.md', content: `1. ${skill.body}\n` }), 0);
  watch.sawRequest(request(skill.description, skill.body), 1);
  expect(watch.sightings).toEqual([]);
});

test('an input that is nested without end is looked into as far as any tool does', () => {
  const watch = new SkillWatch(skill);
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const deep: unknown = JSON.parse(`${open.repeat(9000)}1${close.repeat(9000)}`);
    watch.sawAnswer(answer('', 'bash', { deep, command: 'cat /skills/tidy/SKILL.md' }), 0);
  }
  expect(kindsSeen(watch)).toEqual(['file-touched']);
});

test('what a file of the workspace says too is not seen', () => {
  const watch = new SkillWatch({ ...skill, workspaceTexts: [`# Notes\n\n${skill.body}`, skill.description] });
  watch.sawRequest(request(skill.body, skill.description), 0);
  expect(watch.sightings).toEqual([]);
});

test.each([
  ['skill', { name: 'tidy' }, ['tool-called']],
  ['Skill', { skill: 'tidy' }, ['tool-called']],
  ['load_skill', { skill_name: 'tidy' }, ['tool-called']],
  ['skill', { name: 'other' }, []],
  ['list_skills', { name: 'tidy' }, []],
  ['Read', { file_path: '/skills/tidy/SKILL.md' }, ['file-touched']],
  ['bash', { command: 'cd /skills/tidy && python3 tidy.py' }, ['file-touched']],
  ['bash', { command: 'ls /skills/tidy' }, []],
])('the call %s(%j) is seen as %j', (tool, input, expected) => {
  const watch = new SkillWatch(skill);
  watch.sawAnswer(answer('', tool, input), 0);
  expect(kindsSeen(watch)).toEqual(expected);
});
