import { describe, expect, test } from 'vitest';
import { describeAgent } from '../../src/agents/registry.ts';
import { chooseJudge, judgeSetup } from '../../src/app/judge-choice.ts';
import type { JudgeSetup } from '../../src/contracts/judging.ts';
import { Providers } from '../../src/contracts/providers.ts';
import { Task } from '../../src/contracts/task.ts';
import { CassetteDeck } from '../../src/gateway/upstreams/cassette/cassette-deck.ts';
import { smallPlan } from '../fixtures/plan.ts';

const rubric = { kind: 'rubric', title: 'warm', criteria: ['It is warm.'] };
const group = { kind: 'group', title: 'either', atLeast: 1, graders: [rubric, rubric] };
const exact = smallPlan().tasks;
const judged = exact.map((task) => Task.parse({ ...task, graders: [...task.graders, group] }));
const own = { agent: describeAgent('codex'), model: 'gpt-x' };

describe('the judge of a run', () => {
  test('is nobody if no task has a rubric', () => {
    expect(judgeSetup(exact, { judgeModel: 'gpt-y' }, own)).toBeNull();
  });

  test.each([
    [{}, { provider: 'openai', model: 'gpt-x', simulated: false }],
    [{ judgeModel: 'gpt-y' }, { provider: 'openai', model: 'gpt-y', simulated: false }],
    [
      { judgeModel: 'claude-y', judgeProvider: 'anthropic' },
      { provider: 'anthropic', model: 'claude-y', simulated: false },
    ],
  ])('is with %j and an agent of OpenAI %j', (options, expected) => {
    expect(judgeSetup(judged, options, own)).toEqual(expected);
  });

  test('is a script only where a script does the work', () => {
    expect(() => judgeSetup(judged, { judgeModel: 'scripted' }, own)).toThrow(/A script cannot judge/);
    const simulated = { provider: 'openai', model: 'scripted', simulated: true };
    expect(judgeSetup(judged, {}, { ...own, model: 'scripted' })).toEqual(simulated);
    expect(judgeSetup(judged, { judgeModel: 'gpt-y' }, { ...own, model: 'scripted' })).toMatchObject({
      simulated: false,
    });
  });

  test('has a model of its provider', () => {
    expect(() => judgeSetup(judged, { judgeProvider: 'anthropic' }, own)).toThrow(/needs --judge-model/);
    const gemini = { ...own, agent: { provider: 'gemini' as const } };
    expect(judgeSetup(judged, {}, gemini)).toMatchObject({ provider: 'gemini', model: 'gpt-x' });
    const nobody = { judgeProvider: 'nobody', judgeModel: 'gpt-x' };
    expect(() => judgeSetup(judged, nobody, own)).toThrow(
      /No judge speaks to nobody\. Give --judge-provider/,
    );
  });
});

test('a provider without a key is refused before anything is run', async () => {
  const judge: JudgeSetup = { provider: 'openai', model: 'gpt-x', simulated: false };
  const access = { env: {}, baseUrls: {}, settings: Providers.parse({}) };
  await using deck = new CassetteDeck();
  const sources = { cassettes: null, seed: '7', access, deck };
  expect(() => chooseJudge(judge, sources)).toThrow(
    /No access to openai is configured for the model "gpt-x"/,
  );
  expect(chooseJudge(null, sources)).toBeNull();
});
