import { describe, expect, test } from 'vitest';
import { finalAnswers } from '../../src/contracts/transcript.ts';
import type { WireExchange } from '../../src/contracts/wire-log.ts';
import { readTrial } from '../../src/traffic/read-trial.ts';
import { labelsOf, recordedSession, remarksOn } from './recorded-sessions.ts';

const PROMPT = 'Do all the steps of the work, one after the other, and write done.txt at the end.';
const AGAIN = 'Now do it all once more.';
const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: PROMPT },
};

/** Sessions that became too long. */
function recordedOf(agent: string): WireExchange[] {
  return recordedSession(`compaction-${agent}`);
}

function readOf(exchanges: readonly WireExchange[]) {
  const again = exchanges.find(({ request }) => request.text.includes(AGAIN));
  const turns = again === undefined ? [] : [{ text: AGAIN, atMs: again.startMs }];
  return readTrial(exchanges, { ...SKILL, turns });
}

/** As an API sends and gets them that gives calls no ids. */
function withoutIds(exchanges: readonly WireExchange[]): WireExchange[] {
  const strip = (json: string) =>
    JSON.stringify(JSON.parse(json, (key, value) => (key === 'id' ? undefined : value)));
  const stripEvents = (text: string) => text.replaceAll(/(?<=^data: ).*$/gm, strip);
  return exchanges.map((exchange) => {
    const { request, answer } = exchange;
    const isStream = answer.text.startsWith('data: ');
    const answered = isStream ? stripEvents(answer.text) : strip(answer.text);
    return {
      ...exchange,
      request: { ...request, text: strip(request.text) },
      answer: { ...answer, text: answered },
    };
  });
}

const CALLS = { 'claude-code': 5, codex: 5, gemini: 6, opencode: 4 };
const RECORDED = Object.entries(CALLS);

describe.each(RECORDED)('a session of %s that was compacted', (agent, calls) => {
  const exchanges = recordedOf(agent);

  test('is read to its end: the summary is none of the last words, and what goes on from it is', () => {
    const { transcript, waitsForTool, hasAnswered, conversationEnd } = readOf(exchanges);
    expect(finalAnswers(transcript)).toEqual(['All of it is done.']);
    const last = transcript.events.findLast(({ kind }) => kind === 'assistant');
    expect(last).not.toHaveProperty('isAside');
    expect({ waitsForTool, hasAnswered }).toEqual({ waitsForTool: false, hasAnswered: true });
    expect(conversationEnd).toEqual({ kind: 'answered', said: null });
  });

  test('has not ended if its last answer never came', () => {
    const { waitsForTool, conversationEnd } = readOf(exchanges.slice(0, -1));
    expect({ waitsForTool, end: conversationEnd.kind }).toEqual({ waitsForTool: true, end: 'awaits-tool' });
  });

  test('has not ended with its summary', () => {
    const summed = exchanges.findLastIndex(({ label }) => label === 'compaction');
    const { conversationEnd } = readOf(exchanges.slice(0, summed + 1));
    expect(conversationEnd.kind).toBe('awaits-tool');
  });

  test('has its summary labelled as a compaction, and all its work as work', () => {
    const given = labelsOf(exchanges, agent, PROMPT);
    expect(given).toEqual(exchanges.map(({ label }) => label ?? 'work'));
    expect(given).toContain('compaction');
  });

  test('has printed what agrees with its wire', async () => {
    const remarks = await remarksOn(readOf(exchanges), { agent, printed: `printed-${agent}` });
    expect(remarks).toEqual([]);
  });

  test('has all its calls in the transcript', () => {
    const { events } = readOf(exchanges).transcript;
    expect(events.filter(({ kind }) => kind === 'tool-call')).toHaveLength(calls);
  });
});

test('a session of Gemini CLI is read to its end where calls have no ids', () => {
  const { waitsForTool, conversationEnd } = readOf(withoutIds(recordedOf('gemini')));
  expect({ waitsForTool, end: conversationEnd.kind }).toEqual({ waitsForTool: false, end: 'answered' });
});

test.each(['claude-code', 'opencode'])(
  'what only knows the summary of a session of %s does not end it',
  (agent) => {
    const exchanges = recordedOf(agent);
    const summed = exchanges.findIndex(({ label }) => label === 'compaction');
    const [next, last] = [exchanges[summed + 1], exchanges.at(-1)];
    if (next === undefined || last === undefined) throw new Error('The session ends with its summary.');
    const { system: _, messages, ...asked } = JSON.parse(next.request.text);
    const ofUser = messages.filter(({ role }: { role: string }) => role === 'user').slice(0, 1);
    const [tool] = asked.tools;
    const text = JSON.stringify({ ...asked, tools: [tool], messages: ofUser });
    const forged = { ...next, request: { ...next.request, text }, answer: last.answer };
    expect(readOf([...exchanges.slice(0, summed + 1), forged]).conversationEnd.kind).toBe('awaits-tool');
  },
);
