import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../../src/gateway/upstreams/live/rate-limiter.ts';

test('as many as the limit may begin at once, and the next once the first is a minute old', () => {
  const pace = new RateLimiter(2);
  expect([pace.begin(0), pace.begin(10), pace.begin(20), pace.begin(59_999)]).toEqual([0, 0, 59_980, 1]);
  expect([pace.begin(60_000), pace.begin(60_000)]).toEqual([0, 10]);
});

test('no minute has more requests than the limit, whenever they are made', () => {
  const asked = fc.array(fc.nat(40_000), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), asked, (perMinute, gapsMs) => {
      const pace = new RateLimiter(perMinute);
      const begunMs: number[] = [];
      let nowMs = 0;
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        for (let delayMs = pace.begin(nowMs); delayMs > 0; delayMs = pace.begin(nowMs)) nowMs += delayMs;
        begunMs.push(nowMs);
      }
      for (const fromMs of begunMs)
        expect(begunMs.filter((ms) => ms >= fromMs && ms < fromMs + 60_000).length).toBeLessThanOrEqual(
          perMinute,
        );
    }),
    { numRuns: 200 },
  );
});

test('without a rate, requests wait only for holds, and the longest hold wins', () => {
  const pace = new RateLimiter();
  expect([pace.begin(0), pace.begin(0), pace.begin(0)]).toEqual([0, 0, 0]);
  pace.hold(500);
  pace.hold(200);
  expect([pace.begin(100), pace.begin(499), pace.begin(500)]).toEqual([400, 1, 0]);
});
