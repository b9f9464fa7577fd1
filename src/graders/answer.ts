import type { ContentVerdict } from './content/content-verdict.ts';
import { givenFile } from './given-file.ts';
import type { Grader, Session } from './grader.ts';

/** Judges the agent's last words, as a file with that text would be judged. All of them have to pass. */
export const answer: Grader<'answer'> = {
  needsSandbox: false,
  needsSolution: false,
  isAboutWork: false,
  async grade(spec, { session, gradingFiles, contents, signal }) {
    const text = { ...spec, kind: 'text' as const, path: 'the answer' };
    const given = givenFile(spec, gradingFiles);
    let verdict = noneAfter(session);
    for (const answer of session.answers) {
      const task = { spec: text, found: Buffer.from(answer), given };
      verdict = (await contents.judge(task, signal)) ?? TOO_LONG;
      if (!verdict.passed) break;
    }
    return { ...verdict, whyBroken: () => null };
  },
};

function noneAfter({ work }: Session): ContentVerdict {
  const way = work === null ? ': a reference solution gives one in solution/answer.txt' : '';
  return { passed: false, detail: `there is no answer${way}`, difference: null };
}

const TOO_LONG = { passed: false, detail: 'the answer takes too long to be judged', difference: null };
