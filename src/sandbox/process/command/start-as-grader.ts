import { AssayError } from '../../../base/assay-error.ts';
import type { Shell } from '../shell/shell.ts';
import type { CommandStarter } from './run-command.ts';

const PROGRAM = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/grade.py'];

/**
 * Starts commands through the sandbox's init process, which the program under test
 * can neither end nor talk to.
 */
export function startAsGrader(initProcess: Shell): CommandStarter {
  return {
    processFor: ({ command, timeoutMs, maxOutputBytes }) => ({
      ...{ argv: PROGRAM, cwd: '/', env: {}, stdin: Buffer.from(command) },
      ...{ seconds: timeoutMs / 1000, maxOutputBytes },
    }),
    async start(request, signal) {
      const result = await initProcess.run(request, signal);
      if (result.end.kind !== 'lost') return result;
      throw new AssayError('SANDBOX_FAILED', 'The grading sandbox has ended.');
    },
  };
}
