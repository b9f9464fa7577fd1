import { expect, test } from 'vitest';
import {
  ALLOWANCE_MS,
  MOST_OWED_MS,
  MOST_WAITING,
  SHARE,
  Turns,
} from '../../../../src/sandbox/network/pipe/turns.ts';

/** A loop that the test turns, and whose clock stands still but for `spend` and for pauses. */
function loop() {
  let nowMs = 0;
  let next: (() => void)[] = [];
  const pauses: { ms: number; work: () => void }[] = [];
  return {
    pauses,
    spend(ms: number) {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    inNextTurn: (work: () => void) => void next.push(work),
    afterMs: (ms: number, work: () => void) => void pauses.push({ ms, work }),
    turn() {
      const now = next;
      next = [];
      for (const work of now) work();
    },
    pass() {
      for (const { ms, work } of pauses.splice(0)) {
        nowMs += ms;
        work();
      }
    },
  };
}

const unheld = { pause: () => undefined, resume: () => undefined };

test('each turn does one piece of work, in order', () => {
  const shared = loop();
  const turns = new Turns(unheld, shared);
  const done: number[] = [];
  for (const number of [1, 2, 3]) turns.take(() => done.push(number));
  expect(done).toEqual([]);
  for (const soFar of [[1], [1, 2], [1, 2, 3], [1, 2, 3]]) {
    shared.turn();
    expect(done).toEqual(soFar);
  }
});

test('work that causes more work does so in a later turn', () => {
  const shared = loop();
  const turns = new Turns(unheld, shared);
  let done = 0;
  const again = () => {
    done += 1;
    turns.take(again);
  };
  again();
  for (let turn = 1; turn <= 5; turn++) {
    shared.turn();
    expect(done).toBe(1 + turn);
  }
});

test('two sandboxes each get a piece of work done in every turn, however much the other has waiting', () => {
  const shared = loop();
  const [noisy, quiet] = [new Turns(unheld, shared), new Turns(unheld, shared)];
  const done: string[] = [];
  for (let count = 0; count < 10_000; count++) noisy.take(() => done.push('noisy'));
  for (let turn = 0; turn < 3; turn++) {
    quiet.take(() => done.push('quiet'));
    shared.turn();
  }
  expect(done).toEqual(['noisy', 'quiet', 'noisy', 'quiet', 'noisy', 'quiet']);
});

test('the source is paused while too much work waits, and resumed once', () => {
  const shared = loop();
  const told: string[] = [];
  const turns = new Turns({ pause: () => told.push('pause'), resume: () => told.push('resume') }, shared);
  for (let count = 0; count < MOST_WAITING; count++) turns.take(() => undefined);
  expect(told).toEqual([]);
  for (let count = 0; count < 10; count++) turns.take(() => undefined);
  expect(told).toEqual(['pause']);
  for (let turn = 0; turn < 9; turn++) shared.turn();
  expect(told).toEqual(['pause']);
  for (let turn = 0; turn < MOST_WAITING; turn++) shared.turn();
  expect(told).toEqual(['pause', 'resume']);
});

test('a sandbox that has used its allowance rests for as long as its share demands', () => {
  const shared = loop();
  const turns = new Turns(unheld, shared);
  const cost = 100;
  let done = 0;
  const costly = () => {
    done += 1;
    shared.spend(cost);
  };
  for (let count = 0; count < 1000; count++) turns.take(costly);
  const turnUntilRest = () => {
    for (let turn = 0; turn < 1000 && shared.pauses.length === 0; turn++) shared.turn();
  };
  turnUntilRest();
  const atAStretch = done * cost;
  expect(atAStretch).toBeGreaterThan(ALLOWANCE_MS);
  expect(atAStretch).toBeLessThanOrEqual(ALLOWANCE_MS / (1 - SHARE) + cost);
  for (let rests = 0; rests < 200; rests++) {
    shared.pass();
    turnUntilRest();
  }
  const used = done * cost - atAStretch;
  expect(used).toBeLessThanOrEqual(SHARE * shared.nowMs());
});

test('work that costs less than the share never rests', () => {
  const shared = loop();
  const turns = new Turns(unheld, shared);
  for (let count = 0; count < 10_000; count++) {
    turns.take(() => shared.spend(1));
    shared.turn();
    shared.spend(1 / SHARE);
  }
  expect(shared.pauses).toEqual([]);
});

test('a long standstill of the harness does not cause an equally long rest', () => {
  const shared = loop();
  const turns = new Turns(unheld, shared);
  turns.take(() => shared.spend(3_600_000));
  shared.turn();
  expect(shared.pauses.map(({ ms }) => ms)).toEqual([MOST_OWED_MS / SHARE]);
});
