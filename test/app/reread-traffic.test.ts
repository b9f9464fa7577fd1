import { expect, test } from 'vitest';
import { rereadTraffic } from '../../src/app/reread-traffic.ts';
import { AssayError } from '../../src/base/assay-error.ts';
import { digestOf } from '../../src/base/digest.ts';
import type { Evidence } from '../../src/contracts/evidence.ts';
import type { EvidenceLoss } from '../../src/contracts/evidence-loss.ts';
import type { TrialRecord } from '../../src/contracts/trial-record.ts';
import { WireRecorder } from '../../src/gateway/wire-log/wire-recorder.ts';
import { packPrinted } from '../../src/traffic/printed-events.ts';
import { readRecorded } from '../../src/traffic/read-recorded.ts';
import { packWatched } from '../../src/traffic/watched-skill.ts';
import { measured, smallPlan } from '../fixtures/plan.ts';

const SKILL = {
  ...{ name: 'greeter', root: '/skills/greeter', prompt: 'Greet.' },
  description: 'Writes the greetings of a team in one fixed wording that everybody knows.',
  body: 'Write the word of the day into greeting.txt, nothing else into it, and show it to nobody but the team.',
};
const TRIAL = 'task:greet:with-skill:1';

/** A log of requests that list the skill, and what it was searched for. */
async function recorded(room?: { body: number }) {
  const recorder = new WireRecorder('secret', room);
  for (const [startMs, said] of ['Hello.', 'Good day.'].entries()) {
    const about = { wire: 'openai-chat', method: 'POST' as const, purpose: 'answer' as const };
    const system = { role: 'system', content: `- greeter: ${SKILL.description}` };
    const request = { model: 'm', messages: [system, { role: 'user', content: 'Greet.' }] };
    const usage = { prompt_tokens: 7, completion_tokens: 1 + startMs };
    const answer = { choices: [{ message: { role: 'assistant', content: said } }], usage };
    const exchange = recorder.begin(
      { ...about, path: '/v1/chat/completions', startMs },
      Buffer.from(JSON.stringify(request)),
    );
    exchange.add(Buffer.from(JSON.stringify(answer)));
    exchange.end({ status: 200, isComplete: true, isLeft: false, latencyMs: 1, waitedMs: 0 });
  }
  const { content: log, ...counts } = await recorder.end();
  const watched = await packWatched(SKILL);
  const kept = new Map([log, watched].map((bytes) => [digestOf(bytes), bytes]));
  const { transcript, sightings, modelCalls } = readRecorded({ log, watched });
  const evidence = {
    ...{ transcript, sightings, usage: { inputTokens: 14, outputTokens: 3 } },
    modelCalls: modelCalls ?? [],
    wireLog: { digest: digestOf(log), ...counts, watched: digestOf(watched) },
  };
  return { evidence, kept };
}

async function reread(
  changed: (evidence: Awaited<ReturnType<typeof recorded>>['evidence']) => Partial<Evidence>,
) {
  const { evidence, kept } = await recorded();
  return await rereadWith({ ...evidence, ...changed(evidence) }, kept);
}

async function rereadWith(evidence: Partial<Evidence>, kept: ReadonlyMap<string, Uint8Array>) {
  return await rereadTraffic(measured(smallPlan(), TRIAL, evidence), async (digest) => {
    const content = kept.get(digest);
    if (content === undefined) throw new AssayError('STORE_UNUSABLE', 'It is gone.');
    return content;
  });
}

const lossOf = (part: EvidenceLoss['part']) => ({ losses: [{ part, detail: 'it was lost' }] });

test('an unchanged record reads the same', async () => {
  expect(await reread(() => ({}))).toMatchObject({ reading: 'same', isUseFound: false });
});

test('sightings that an earlier version missed are found', async () => {
  const { reading, isUseFound, record } = await reread(() => ({ sightings: [] }));
  expect([reading, isUseFound]).toEqual(['different', true]);
  expect(record.result).toMatchObject({ evidence: { sightings: [{ kind: 'listed' }] } });
});

test('a changed usage is different, and the usage of the log is used', async () => {
  const { reading, record } = await reread(({ modelCalls }) => ({
    modelCalls: modelCalls.slice(1),
    usage: { inputTokens: 7, outputTokens: 2 },
  }));
  expect(reading).toBe('different');
  expect(record.result).toMatchObject({ evidence: { usage: { inputTokens: 14, outputTokens: 3 } } });
});

test('what the agent says about its work is compared again, by the version that reads it', async () => {
  const { evidence, kept } = await recorded();
  const event = { type: 'result', stats: { input_tokens: 14, total_tokens: 17 } };
  const packed = await packPrinted([JSON.stringify(event)]);
  const reading = { usage: { inputTokens: 14, outputTokens: 3 }, toolCalls: 0, remarks: [] };
  const agentStream = { agent: 'gemini', digest: digestOf(packed), starts: 1, isWhole: true, reading };
  const withEvents = new Map([...kept, [agentStream.digest, packed]]);
  expect(await rereadWith({ ...evidence, agentStream }, withEvents)).toMatchObject({ reading: 'same' });
  const forged = { ...agentStream, reading: { ...reading, remarks: ['it counts otherwise'] } };
  const { reading: how, record } = await rereadWith({ ...evidence, agentStream: forged }, withEvents);
  expect(how).toBe('different');
  expect(record.result).toMatchObject({ evidence: { agentStream } });
  expect(await rereadWith({ ...evidence, agentStream: forged }, kept)).toMatchObject({ reading: 'same' });
});

test('the order and the times of model calls do not matter', async () => {
  const { reading } = await reread(({ modelCalls }) => ({
    modelCalls: modelCalls.map((call) => ({ ...call, latencyMs: 99 })).toReversed(),
  }));
  expect(reading).toBe('same');
});

test('a loss of something else leaves the traffic known, and a cut record does not', async () => {
  for (const part of ['agent', 'grading'] as const)
    expect(await reread(() => lossOf(part))).toMatchObject({ reading: 'same' });
  expect(await reread(() => lossOf('record'))).toMatchObject({ reading: 'not-known' });
});

test('the traffic is not known if its log is lost or was cut', async () => {
  const { evidence } = await recorded();
  expect(await rereadWith(evidence, new Map())).toMatchObject({ reading: 'not-known' });
  const cut = await recorded({ body: 10 });
  expect(await rereadWith(cut.evidence, cut.kept)).toMatchObject({ reading: 'not-known' });
});

test('nothing is read of a fault', async () => {
  const faulted: TrialRecord = {
    ...measured(smallPlan(), TRIAL),
    result: { status: 'faulted', reason: 'sandbox-failed', detail: 'no space' },
  };
  expect(await rereadTraffic(faulted, () => Promise.reject(new Error('unasked')))).toMatchObject({
    reading: null,
  });
});
