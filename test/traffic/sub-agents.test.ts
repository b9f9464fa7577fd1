import { describe, expect, test } from 'vitest';
import { countRequests, requestsUnder } from '../../src/contracts/side-requests.ts';
import { finalAnswers } from '../../src/contracts/transcript.ts';
import type { WireExchange } from '../../src/contracts/wire-log.ts';
import { type ReadTrial, readTrial } from '../../src/traffic/read-trial.ts';
import { labelsOf, programOf, recordedSession, remarksOn } from './recorded-sessions.ts';

const PROMPT = 'Write the word of the day into word.txt, please.';
const BODY = `# The word of the day

The word of the day is marmalade, as every child in the county of Perth has known for more than two hundred years.
Write nothing else into the file than this word, and end it with a line break.
`;

function readOf(agent: string, exchanges: readonly WireExchange[]) {
  const name = 'daily-word';
  const description = 'Knows the word of the day. Use it whenever the word of the day is asked for.';
  const root = `${programOf(agent).skillsDir}/${name}`;
  return readTrial(exchanges, { name, description, body: BODY, root, prompt: PROMPT });
}

function usesIn({ sightings }: ReadTrial): string[] {
  return sightings.map(({ kind }) => kind).filter((kind) => kind !== 'listed');
}

const LOADED = ['tool-called', 'body-in-context'];

/** With the requests of sub-agents. That of Claude Code has the skill run in a conversation of its own besides. */
const SESSIONS = [
  { agent: 'claude-code', requests: 6, uses: LOADED },
  { agent: 'codex', requests: 3, uses: ['file-touched'] },
  { agent: 'gemini', requests: 3, uses: LOADED },
  { agent: 'opencode', requests: 3, uses: LOADED },
];

describe.each(SESSIONS)('a session of $agent whose sub-agent uses the skill', ({ agent, requests, uses }) => {
  const exchanges = recordedSession(`sub-agents-${agent}`);
  const ofSubAgents = exchanges.filter(({ label }) => label === 'sub-agent');
  const read = readOf(agent, exchanges);

  test('has the requests of its sub-agents labelled, and no others', () => {
    expect(labelsOf(exchanges, agent, PROMPT)).toEqual(exchanges.map(({ label }) => label ?? 'work'));
    expect(ofSubAgents).toHaveLength(requests);
  });

  test('has the tokens of its sub-agents counted, and none of their requests', () => {
    const { modelCalls } = read;
    const tokens = modelCalls?.map(({ usage }) => usage?.inputTokens ?? null);
    expect(tokens).toHaveLength(exchanges.length);
    expect(tokens).not.toContain(null);
    expect(requestsUnder(10, countRequests(modelCalls ?? []))).toBe(exchanges.length - requests);
  });

  test('uses the skill', () => {
    expect(usesIn(read)).toEqual(uses);
  });

  test('ends with the words of the agent itself', () => {
    const { transcript, conversationEnd, hasAnswered } = read;
    expect(new Set(finalAnswers(transcript))).toEqual(new Set(['All of it is done.']));
    expect({ conversationEnd, hasAnswered }).toEqual({
      conversationEnd: { kind: 'answered', said: null },
      hasAnswered: true,
    });
  });

  test('has not ended when its last sub-agent has', () => {
    const last = exchanges.findLastIndex(({ label }) => label === 'sub-agent');
    const { conversationEnd, hasAnswered } = readOf(agent, exchanges.slice(0, last + 1));
    expect({ end: conversationEnd.kind, hasAnswered }).toEqual({ end: 'awaits-tool', hasAnswered: false });
  });

  test('has printed what agrees with its wire', async () => {
    expect(await remarksOn(read, { agent, printed: `printed-sub-agents-${agent}` })).toEqual([]);
  });
});

test('a skill that runs in a conversation of its own is not used until the body is there', () => {
  const exchanges = recordedSession('sub-agents-claude-code');
  const begun = exchanges.findIndex(({ request }) => request.text.includes('Base directory'));
  expect(begun).toBeGreaterThan(0);
  expect(usesIn(readOf('claude-code', exchanges.slice(0, begun)))).toEqual([]);
  expect(usesIn(readOf('claude-code', exchanges.slice(0, begun + 1)))).toEqual(LOADED);
});

test('the same conversation is no use of a skill that was not asked for', () => {
  const exchanges = recordedSession('sub-agents-claude-code').map((exchange) => {
    const { label: _, ...unlabelled } = exchange;
    const { request, answer } = exchange;
    const without = (text: string) => text.replaceAll('daily-word\\"', 'other\\"');
    return {
      ...unlabelled,
      request: { ...request, text: without(request.text) },
      answer: { ...answer, text: without(answer.text) },
    };
  });
  expect(usesIn(readOf('claude-code', exchanges))).toEqual([]);
});
