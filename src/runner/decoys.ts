import { shellQuote } from '../base/shell-quote.ts';
import type { DecoyCall } from '../contracts/evidence.ts';
import { DECOY_DIR, type Decoy } from '../contracts/probe.ts';
import type { HarnessMount } from '../sandbox/sandbox.ts';

/** The PATH of everything that runs in a sandbox: decoys first. Their folder is empty if a trial has none. */
export const DECOY_PATH = `${DECOY_DIR}:/usr/local/bin:/usr/bin:/bin`;

/** Programs that only report on the channel that they were called, and fail as the real one might. */
export function decoyMount(decoys: readonly Decoy[], channelPath: string): HarnessMount {
  const files = decoys.map((decoy) => ({
    path: `${DECOY_DIR}/${decoy.command}`,
    content: new TextEncoder().encode(scriptOf(decoy, channelPath)),
    executable: true,
  }));
  return { root: DECOY_DIR, files };
}

/**
 * `-p` keeps the environment from running something first. `%q` keeps an argument with a line break
 * on one line. The report starts on a new line, whatever was written before, and is so short that
 * the kernel writes it in one piece.
 */
function scriptOf({ command, exitCode, stderr }: Decoy, channelPath: string): string {
  return [
    '#!/bin/bash -p',
    `printf -v args '%q ' "$@"`,
    `printf '\\n%s\\t%s\\t%s\\n' ${shellQuote(command)} ${exitCode} "\${args:0:${MOST_ARGUMENTS}}" > ${channelPath}`,
    `printf '%s\\n' ${shellQuote(stderr)} >&2`,
    `exit ${exitCode}`,
    '',
  ].join('\n');
}

/** The limit in characters, of at most four bytes each: a pipe writes up to 4096 bytes atomically. */
const MOST_ARGUMENTS = 900;

const EXIT_CODE = /^\d{1,3}$/;

/**
 * Anything else written to the channel is kept as a call too: nobody but a decoy has reason to write there.
 */
export function decoyCallsOf(lines: readonly string[]): DecoyCall[] {
  return lines.map((line) => {
    const [command = '', exitCode = '', args = ''] = line.split('\t');
    return { command, args: args.trim(), exitCode: EXIT_CODE.test(exitCode) ? Number(exitCode) : 0 };
  });
}
