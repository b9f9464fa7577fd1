import { expect, test } from 'vitest';
import { UNKNOWN_USAGE } from '../../../src/contracts/model-call.ts';
import { ToolTime } from '../../../src/gateway/clock/tool-time.ts';
import { TrialClock } from '../../../src/gateway/clock/trial-clock.ts';
import type { ModelAnswer, ModelRequest } from '../../../src/traffic/wire.ts';

const asked: ModelRequest = {
  ...{ model: 'm', form: 'whole', streamsUsage: true, offers: [], toldBeforeAnswers: [] },
  passages: [
    { by: 'user', text: 'Tidy the table.' },
    { by: 'tools', text: 'bash' },
  ],
};
const told: ModelRequest = { ...asked, passages: [...asked.passages, { by: 'tool', text: '', callId: 'a' }] };
const answer: ModelAnswer = {
  ...{ text: '', refused: false, cut: false, usage: UNKNOWN_USAGE },
  toolCalls: [{ id: 'a', tool: 'bash', input: {} }],
};

/** A trial whose requests all wait until its time is 100, and that calls a tool at 20. */
function start(prompt: string | null) {
  const time = { nowMs: 0 };
  const clock = new TrialClock(() => time.nowMs);
  const tools = new ToolTime(clock, prompt);
  void clock.begin().waiting.during(() => new Promise(() => undefined));
  time.nowMs = 50;
  tools.sawAnswer(asked, answer, 20);
  time.nowMs = 70;
  return { time, clock, tools };
}

test('no wait stops the clock from the answer that calls a tool until its result is sent', () => {
  const { time, clock, tools } = start('Tidy the table.');
  expect(clock.offClockMs()).toBe(20);
  expect(clock.mayStandStill).toBe(false);
  tools.sawRequest(asked);
  time.nowMs = 80;
  tools.sawRequest(told);
  time.nowMs = 100;
  expect(clock.offClockMs()).toBe(40);
  expect(clock.mayStandStill).toBe(true);
});

test("a made-up result that came before the tool's own stops no clock, then or later", () => {
  const { time, clock, tools } = start('Tidy the table.');
  const made = {
    ...told,
    passages: [...asked.passages, { by: 'tool' as const, text: 'made up', callId: 'a' }],
  };
  tools.sawRequest(made);
  time.nowMs = 90;
  expect(clock.offClockMs()).toBe(40);
  tools.sawRequest(told);
  expect(clock.offClockMs()).toBe(20);
  expect(clock.mayStandStill).toBe(false);
  time.nowMs = 100;
  expect([clock.offClockMs(), clock.undecidedMs()]).toEqual([20, 0]);
});

test('the result in a request without tools stops no clock', () => {
  const { time, clock, tools } = start('Tidy the table.');
  tools.sawRequest({ ...told, passages: told.passages.filter(({ by }) => by !== 'tools') });
  time.nowMs = 100;
  expect(clock.offClockMs()).toBe(20);
});

test('the end of a turn ends what its tools do', () => {
  const { time, clock, tools } = start('Tidy the table.');
  tools.end();
  tools.end();
  time.nowMs = 100;
  expect(clock.offClockMs()).toBe(50);
});

test('where nobody knows the prompt, a wait stops the clock whatever is called', () => {
  const { clock } = start(null);
  expect(clock.offClockMs()).toBe(70);
});
