import type { HttpAnswer } from '../contracts/http-answers.ts';
import type { HttpRequest } from '../contracts/http-grader.ts';
import type { ContentTask } from './content/judge-content.ts';
import type { GradingContext } from './grader.ts';

type Answer = Extract<HttpAnswer, { status: number }>;

/** Says what is wrong with the answer of a server; `null` if it is as expected. A body is judged like a file. */
export async function judgeAnswer(
  answer: Answer,
  { answer: expected }: HttpRequest,
  { contents, signal }: Pick<GradingContext, 'contents' | 'signal'>,
): Promise<string | null> {
  if (answer.status !== expected.status) return `the status is ${answer.status}, and not ${expected.status}`;
  const header = headerProblem(answer.headers, expected.headers);
  if (header !== null) return header;
  const found = Buffer.from(answer.body, 'base64');
  for (const spec of contentOf(expected)) {
    const verdict = await contents.judge({ spec, found, given: null }, signal);
    if (verdict === null) return 'the body takes too long to be judged';
    if (!verdict.passed) return verdict.detail;
  }
  return null;
}

function headerProblem(found: Answer['headers'], expected: Answer['headers']): string | null {
  const all = new Map(Object.entries(found));
  for (const [name, value] of Object.entries(expected)) {
    const one = all.get(name);
    if (one === undefined) return `there is no header ${name}`;
    if (one !== value && !one.startsWith(`${value};`))
      return `the header ${name} is ${JSON.stringify(one)}, and not ${JSON.stringify(value)}`;
  }
  return null;
}

const NO_MORE = { lacks: [], matches: [], matchesNone: [], ignore: [] };

function contentOf({ contains, equalsJson, ignore }: HttpRequest['answer']): ContentTask['spec'][] {
  const body = { title: 'the body', path: 'the body' };
  const text = { ...body, kind: 'text' as const, contains, ...NO_MORE };
  const json = {
    ...{ ...body, kind: 'json-equals' as const, equals: equalsJson, tolerance: 0 },
    ...{ ignore, anyOrder: [] },
  };
  return [...(contains.length > 0 ? [text] : []), ...(equalsJson === undefined ? [] : [json])];
}
