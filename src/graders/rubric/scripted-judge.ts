import { compilePattern } from '../../base/compile-pattern.ts';
import type { ScriptedJudgement } from '../../contracts/script.ts';
import { readBallot } from './judge-prompt.ts';

/** The answer of a script to a question for a judge: it looks for patterns, and is no model. */
export function scriptedVote(judgements: readonly ScriptedJudgement[], question: string): string {
  const { claims, own } = readBallot(question);
  const verdicts = claims.map(({ number, claim }) => {
    const judgement = judgements.find(({ criterion }) => criterion === claim);
    if (judgement === undefined) return { criterion: number, verdict: 'cannot-tell', quote: '' };
    const quote = quoteIn(own, judgement);
    return quote === null
      ? { criterion: number, verdict: 'not-met', quote: '' }
      : { criterion: number, verdict: 'met', quote };
  });
  return JSON.stringify({ verdicts });
}

/** The whole line, because a word or two would be too short a quote. */
function quoteIn(texts: readonly string[], { met }: ScriptedJudgement): string | null {
  const pattern = compilePattern(met);
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.find((line) => pattern.test(line)) ?? null;
}
