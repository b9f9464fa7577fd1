import { printed } from '../base/printed.ts';
import { type HttpAnswer, HttpAnswers } from '../contracts/http-answers.ts';
import type { HttpGrader, HttpRequest } from '../contracts/http-grader.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Grader, GradingContext, Judgement } from './grader.ts';
import { judgeAnswer } from './judge-answer.ts';
import { runOwnProgram } from './own-program.ts';

/** Room for all bodies that the program in the sandbox takes, and for the headers. */
const MAX_OUTPUT_BYTES = 16 * 1024 ** 2;
const MOST_SECONDS = 600;
const SPARE_SECONDS = 30;

/**
 * Starts a server that the agent left, in a sandbox of its own and as the agent's user, and judges what it answers to a
 * program of ours. Everything ends with that program.
 */
export const http: Grader<'http'> = {
  needsSandbox: true,
  needsSolution: true,
  isAboutWork: false,
  async grade(spec, context) {
    const answers = await ask(spec, await context.openSandbox(), context.signal);
    if ('passed' in answers) return answers;
    for (const [index, request] of spec.requests.entries()) {
      const problem = await problemWith(answers.found[index], request, context);
      if (problem !== null) return judged(false, `${request.method} ${request.path}: ${problem}`);
    }
    const count = spec.requests.length;
    return judged(true, count === 1 ? 'the answer is as expected' : `all ${count} answers are as expected`);
  },
};

async function ask(
  { start, port, startSeconds, answerSeconds, requests }: HttpGrader,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Judgement | { found: HttpAnswers }> {
  const input = { start, port, startSeconds, answerSeconds, requests: requests.map(asked) };
  const seconds = Math.min(MOST_SECONDS, startSeconds + answerSeconds * requests.length) + SPARE_SECONDS;
  const program = { name: 'ask-server', input, seconds, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { timedOut, exitCode, stdout, stderr } = await runOwnProgram(program, sandbox, signal);
  if (timedOut) return judged(false, `did not end within ${seconds} s`, 'it does not end by itself');
  const found = printed(HttpAnswers, stdout);
  return found === null
    ? judged(false, `the server could not be asked: exit code ${exitCode}: ${stderr.trim()}`)
    : { found };
}

/** A request without what is expected of its answer, which leaves the harness for no sandbox. */
function asked({ method, path, headers, body, answer }: HttpRequest) {
  return { method, path, headers, body: body ?? null, wanted: Object.keys(answer.headers) };
}

async function problemWith(
  answer: HttpAnswer | undefined,
  request: HttpRequest,
  context: GradingContext,
): Promise<string | null> {
  if (answer === undefined) return 'there is no answer';
  return 'problem' in answer ? answer.problem : await judgeAnswer(answer, request, context);
}

function judged(passed: boolean, detail: string, problem: string | null = null): Judgement {
  return {
    ...{ passed, detail, difference: null, whyBroken: () => problem },
    ...(problem === null ? {} : { isNoVerdict: true }),
  };
}
