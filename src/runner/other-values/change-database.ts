import { printed } from '../../base/printed.ts';
import { ChangedCells } from '../../contracts/changed-cells.ts';
import { runOwnProgram } from '../../graders/own-program.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { OtherValue } from './other-value.ts';

const SECONDS = 30;
/** More than the program in the sandbox prints. */
const MAX_OUTPUT_BYTES = 20 * 1024 ** 2;

export function isDatabase(file: Buffer): boolean {
  return file.toString('latin1', 0, 16) === 'SQLite format 3\0';
}

/** Has SQLite change one cell of a database that lies in a sandbox. One that cannot be changed is left as it is. */
export async function changeDatabase(
  path: string,
  most: number,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<OtherValue[]> {
  const limits = { seconds: SECONDS, maxOutputBytes: MAX_OUTPUT_BYTES };
  const { stdout } = await runOwnProgram(
    { name: 'change-cells', input: { path, most }, ...limits },
    sandbox,
    signal,
  );
  const changed = printed(ChangedCells, stdout) ?? [];
  return changed.map(({ what, database }) => ({ what, bytes: Buffer.from(database, 'base64') }));
}
