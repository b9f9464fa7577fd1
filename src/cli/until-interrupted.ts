/**
 * Runs work that Ctrl-C or a polite kill should end in order: the signal aborts it, and it cleans up and records what
 * is done. A second Ctrl-C ends the process at once; what is left behind is removed by the next command.
 */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const interrupt = () => {
    process.stderr.write('\nInterrupted: cleaning up.\n');
    controller.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
