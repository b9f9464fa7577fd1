import { parentPort } from 'node:worker_threads';
import { AssayError, type ErrorCode, messageOf } from '../base/assay-error.ts';

/** What a thread answers to a task. An error crosses as its code and message: its class would be lost. */
export type ThreadAnswer<Answer> =
  | { answer: Answer }
  | { failure: { code: ErrorCode | null; message: string } };

/** The thread's side of a `WorkerQueue`: answers one task after the other. Buffers in `moved` are not copied. */
export function serveTasks<Task, Answer>(
  answer: (task: Task) => Answer | Promise<Answer>,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  parentPort?.on('message', async (task: Task) => {
    const answered = await answerTo(task, answer);
    parentPort?.postMessage(answered, 'answer' in answered ? moved(answered.answer) : []);
  });
}

async function answerTo<Task, Answer>(
  task: Task,
  answer: (task: Task) => Answer | Promise<Answer>,
): Promise<ThreadAnswer<Answer>> {
  try {
    return { answer: await answer(task) };
  } catch (error) {
    const code = error instanceof AssayError ? error.code : null;
    return { failure: { code, message: messageOf(error) } };
  }
}
