import { parentPort } from 'node:worker_threads';
import { AssayError, type ErrorCode, messageOf } from './assay-error.ts';

/** What a thread answers to a task. An error crosses as its code and message: its class would be lost. */
export type ThreadAnswer<Answer> =
  | { answer: Answer }
  | { failure: { code: ErrorCode | null; message: string } };

/** The thread's side of a `WorkerQueue`: answers one task after the other. */
export function serveTasks<Task, Answer>(answer: (task: Task) => Answer): void {
  parentPort?.on('message', (task: Task) => parentPort?.postMessage(answerTo(task, answer)));
}

function answerTo<Task, Answer>(task: Task, answer: (task: Task) => Answer): ThreadAnswer<Answer> {
  try {
    return { answer: answer(task) };
  } catch (error) {
    const code = error instanceof AssayError ? error.code : null;
    return { failure: { code, message: messageOf(error) } };
  }
}
