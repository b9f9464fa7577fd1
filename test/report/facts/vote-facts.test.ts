import { expect, test } from 'vitest';
import type { Verdict } from '../../../src/contracts/grade.ts';
import { verdictItem } from '../../../src/report/html/verdict-item.ts';
import { verdictsSection } from '../../../src/report/terminal/verdicts-section.ts';

/** Starts a colour, and reverses the direction of what follows. */
const HIDDEN = ['\u001b', '\u202e'];
const HOSTILE = '<script>alert(1)</script> \u001b[31mred\u202e';

const VERDICT: Verdict = {
  ...{ title: 'fit to be sent', passed: false, detail: '0 of 1 criteria are met', difference: null },
  judgings: [
    {
      title: 'fit to be sent',
      judge: { provider: 'anthropic', model: 'model-j', simulated: false },
      asked: [0, 1, 2, 3].map((at) => ({
        prompt: `sha256:${'0'.repeat(64)}` as const,
        usage: { inputTokens: 1, outputTokens: 1 },
        problem: at === 3 ? 'the answer is not JSON' : null,
      })),
      criteria: [
        {
          ...{ criterion: 'It is polite.', mustNotHold: false, isMet: false },
          votes: [
            { verdict: 'met', quote: HOSTILE, isFound: false },
            { verdict: 'met', quote: 'Kind regards', isFound: true },
            { verdict: 'not-met', quote: '', isFound: null },
            { verdict: null, quote: '', isFound: null },
          ],
        },
      ],
    },
  ],
};

test('votes are shown with their quotes, and nothing in a quote acts on a terminal', () => {
  const text = verdictsSection([VERDICT], { colour: false, columns: 200 }).join('\n');
  expect(text).toContain('judged by model-j (anthropic) in 4 votes; vote 4: the answer is not JSON');
  expect(text).toContain('not met: It is polite.');
  expect(text).toContain('1. met, with a quote that is not in the work: "<script>alert(1)</script>');
  expect(text).toContain('2. met, with a quote that is in the work: "Kind regards"');
  expect(text).toContain('3. not met, without a quote');
  expect(text).toContain('4. no vote');
  for (const hidden of HIDDEN) expect(text).not.toContain(hidden);
});

test('votes are on the page, and nothing in a quote becomes markup', () => {
  const { markup } = verdictItem(VERDICT);
  expect(markup).toContain('met, with a quote that is in the work');
  expect(markup).toContain('&#60;script&#62;');
  for (const hidden of ['<script>', ...HIDDEN]) expect(markup).not.toContain(hidden);
});
