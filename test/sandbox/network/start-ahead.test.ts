import { expect, test } from 'vitest';
import type { StartCarrier } from '../../../src/sandbox/network/open-network.ts';
import { startAhead } from '../../../src/sandbox/network/start-ahead.ts';

/** A carrier that the test speaks for. */
function spokenFor() {
  const listeners: Parameters<StartCarrier>[0][] = [];
  const nothing = () => undefined;
  const carrier = { send: nothing, pause: nothing, resume: nothing, [Symbol.dispose]: nothing };
  const start: StartCarrier = async (from) => {
    listeners.push(from);
    return carrier;
  };
  return {
    start,
    carrier,
    say: (text: string) => listeners.forEach(({ onBytes }) => void onBytes(Buffer.from(text))),
    end: () => listeners.forEach(({ onEnd }) => void onEnd('over')),
  };
}

test('early output is delivered first once someone listens, and nothing is delivered twice', async () => {
  const { start, carrier, say, end } = spokenFor();
  const ahead = startAhead(start);
  say('early');
  const heard: string[] = [];
  const got = await ahead({
    onBytes: (bytes) => heard.push(`${bytes}`),
    onEnd: (reason) => heard.push(reason),
  });
  say('late');
  end();
  expect(got).toBe(carrier);
  expect(heard).toEqual(['early', 'late', 'over']);
});

test('a carrier that failed to start fails when it is taken', async () => {
  const ahead = startAhead(() => Promise.reject(new Error('no room')));
  await expect(ahead({ onBytes: () => undefined, onEnd: () => undefined })).rejects.toThrow('no room');
});
