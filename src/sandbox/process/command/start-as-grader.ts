import { AssayError } from '../../../base/assay-error.ts';
import type { Shell } from '../shell/shell.ts';
import type { Starter } from './starter.ts';

const PROGRAM = ['/usr/bin/python3', '-IS', '/usr/local/lib/assay/grade.py'];

/**
 * Starts commands through the sandbox's init process, which the program under test
 * can neither end nor talk to.
 */
export function startAsGrader(initProcess: Shell): Starter {
  return async ({ command, timeoutMs, maxOutputBytes }, signal) => {
    const asked = { argv: PROGRAM, cwd: '/', env: {}, seconds: timeoutMs / 1000, maxOutputBytes };
    const stdin = Buffer.from(command);
    const { end, ...output } = await initProcess.run({ ...asked, stdin }, signal);
    const isTruncated = end?.kind === 'exited' && end.truncated;
    if (end?.kind === 'lost') throw new AssayError('SANDBOX_FAILED', 'The grading sandbox has ended.');
    if (end?.kind === 'refused') return { ...output, isTruncated, end: { kind: 'no room' } };
    return { ...output, isTruncated, end };
  };
}
