import { expect, test } from 'vitest';
import {
  countRequests,
  mostRequestsUnder,
  NO_REQUESTS,
  requestsUnder,
} from '../../src/contracts/side-requests.ts';

test('requests without a label are work', () => {
  expect(countRequests([{}, { label: 'side' }, {}, { label: 'sub-agent' }])).toEqual({
    work: 2,
    side: 1,
    compaction: 0,
    'sub-agent': 1,
  });
});

test.each([
  ['the work counts', { work: 5 }, 5],
  ['a quarter of the limit is free without tools', { side: 2, compaction: 1 }, 0],
  ['more of them count as work', { work: 5, side: 2, compaction: 3 }, 7],
  ['as many as the limit are free of sub-agents', { 'sub-agent': 10 }, 0],
  ['more of these count as well', { work: 1, 'sub-agent': 14 }, 5],
])('under a limit of 10 requests, %s', (_, counts, counted) => {
  expect(requestsUnder(10, { ...NO_REQUESTS, ...counts })).toBe(counted);
});

test('no mixture of requests is longer than the most that a limit allows', () => {
  expect(mostRequestsUnder(10)).toBe(23);
  expect(requestsUnder(10, { work: 10, side: 3, compaction: 0, 'sub-agent': 10 })).toBe(10);
  expect(requestsUnder(10, { work: 10, side: 3, compaction: 1, 'sub-agent': 10 })).toBe(11);
});
