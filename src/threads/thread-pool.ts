import type { Worker } from 'node:worker_threads';

const MOST_IDLE = 4;

export type ThreadPool = {
  take: () => Worker;
  /** Takes back a thread that has nothing to do, and to which nobody listens any more. */
  keep: (thread: Worker) => void;
};

/**
 * Keeps threads that have nothing to do for whoever needs one of their kind next, because starting a thread takes up to a
 * tenth of a second of a processor. It is for threads that remember nothing of what they did.
 */
export function threadPool(startThread: () => Worker): ThreadPool {
  const idle: Worker[] = [];
  const started = () => {
    const thread = startThread();
    // Whoever uses the thread has listeners of its own; an idle thread has none.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      const at = idle.indexOf(thread);
      if (at >= 0) idle.splice(at, 1);
    });
    return thread;
  };
  return {
    take: () => idle.pop() ?? started(),
    keep(thread) {
      thread.unref();
      if (idle.length < MOST_IDLE) idle.push(thread);
      else void thread.terminate();
    },
  };
}
