import { CommanderError } from 'commander';
import { exitCodeOf } from './ending/exit-code.ts';
import { createProgram } from './program.ts';
import { printError } from './terminal/print-error.ts';

const GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

/** Runs one command line and returns its exit code. Nothing below this calls `process.exit`. */
export async function runCli(args: readonly string[]): Promise<number> {
  outliveReaders();
  try {
    await createProgram().parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Commander has printed its own message: 0 is --help, anything else a usage error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    printError(error, { debug: args.includes('--debug') });
    return exitCodeOf(error);
  }
}

/** A reader that stops reading ("| head") or a closed terminal is no reason to abandon a run. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!GONE.has(error.code)) throw error;
    });
  }
}
