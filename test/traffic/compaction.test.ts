import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProgramAgent } from '../../src/agents/agent.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import { finalAnswers } from '../../src/contracts/transcript.ts';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { openAnswerReader } from '../../src/traffic/answer-reader.ts';
import { packPrinted, readPrinted } from '../../src/traffic/printed-events.ts';
import { readTrial } from '../../src/traffic/read-trial.ts';
import { reconcile } from '../../src/traffic/reconcile.ts';
import { RequestLabels } from '../../src/traffic/request-labels.ts';
import type { ModelAnswer, ModelRequest, Wire } from '../../src/traffic/wire.ts';
import { WIRES } from '../../src/traffic/wires.ts';

const PROMPT = 'Do all the steps of the work, one after the other, and write done.txt at the end.';
const AGAIN = 'Now do it all once more.';
const SKILL = {
  ...{ name: 'greeter', description: 'Writes greetings.', body: 'Write the word of the day.' },
  ...{ root: '/skills/greeter', prompt: PROMPT },
};

/** What really went over the wire of sessions that became too long; what the programs always say is shortened. */
function recordedOf(agent: string): WireExchange[] {
  const path = join(import.meta.dirname, 'recorded', `compaction-${agent}.jsonl`);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => WireExchange.parse(JSON.parse(line)));
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

function requestIn({ wire: id, path, request }: WireExchange): ModelRequest {
  const url = new URL(path, 'http://gateway.invalid');
  const read = wireOf(id).readRequest(JSON.parse(request.text), url);
  if ('fault' in read) throw new Error(`The request cannot be read: ${read.fault}`);
  return read;
}

function answerIn({ wire, answer }: WireExchange): ModelAnswer {
  const isStream = !answer.text.startsWith('{');
  const reader = openAnswerReader(wireOf(wire), isStream ? 'text/event-stream' : 'application/json');
  reader.add(Buffer.from(answer.text));
  const read = reader.end(true);
  if (read.answer === null) throw new Error('The answer cannot be read.');
  return read.answer;
}

function wireOf(id: string): Wire {
  const wire = WIRES.find((known) => known.id === id);
  if (wire === undefined) throw new Error(`There is no wire ${id}.`);
  return wire;
}

/** What the program printed in the same session, start by start. */
function printedBy(agent: string): string[] {
  const path = join(import.meta.dirname, 'recorded', `printed-${agent}.jsonl`);
  return readFileSync(path, 'utf8').split(/^(?={"type":"init")/m);
}

function programOf(agent: string): ProgramAgent {
  const program = AGENTS.find(({ id }) => id === agent);
  if (program?.kind !== 'program') throw new Error(`${agent} is no program.`);
  return program;
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
    const labels = new RequestLabels(PROMPT, programOf(agent).sideRequests);
    const given = exchanges.map((exchange) => {
      const request = requestIn(exchange);
      const label = labels.labelOf({}, request) ?? 'work';
      labels.sawAnswer(request, answerIn(exchange));
      return label;
    });
    expect(given).toEqual(exchanges.map(({ label }) => label ?? 'work'));
    expect(given).toContain('compaction');
  });

  test('has printed what agrees with its wire', async () => {
    const reader = await programOf(agent).stream?.();
    const { modelCalls, toolCalls } = readOf(exchanges);
    if (reader === undefined || modelCalls === null) throw new Error('There is nothing to compare.');
    const account = await readPrinted(await packPrinted(printedBy(agent)), reader);
    expect(reconcile(account, { modelCalls, toolCalls }, reader).remarks).toEqual([]);
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
