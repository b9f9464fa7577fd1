import { expect, test } from 'vitest';
import { requestsSection } from '../../../src/report/terminal/requests-section.ts';
import { modelCall } from '../../fixtures/money.ts';

const options = { colour: false, columns: 120 };

test('each request is shown with its tokens and cost, and unknown values are not numbers', () => {
  const lines = requestsSection(
    [
      { ...modelCall({}, { cacheReadTokens: 400, cacheWriteTokens: null }), costUsd: 0.0024 },
      { ...modelCall({ status: 529, usage: null }), costUsd: 0 },
      { ...modelCall({ model: 'model-y' }, { outputTokens: null }), costUsd: null },
    ],
    options,
  );
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['Requests'],
    ['model', 'status', 'in', 'from cache', 'to cache', 'out', 'took', 'cost'],
    ['model-x', '200', '1,000', '400', '–', '100', '0.005\u00a0s', '$0.0024'],
    ['model-x', '529', '–', '–', '–', '–', '0.005\u00a0s', '$0.00'],
    ['model-y', '200', '1,000', '0', '0', '–', '0.005\u00a0s', 'not known'],
  ]);
});

test('what requests were for is shown if not all were for the work', () => {
  const calls = [{ ...modelCall({ label: 'sub-agent' }) }, modelCall()].map((call) => ({
    ...call,
    costUsd: 0,
  }));
  const lines = requestsSection(calls, options).map((line) => line.trim().split(/ {2,}/).at(-1));
  expect(lines).toEqual(['Requests', 'for', 'a sub-agent', 'the work']);
});

test('a trial without requests has no such section', () => {
  expect(requestsSection([], options)).toEqual([]);
});
