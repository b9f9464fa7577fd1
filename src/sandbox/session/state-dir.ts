import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder for what has to survive the process but is not a result;
 * scripts/setup.sh finds it in the same way.
 */
export function stateDir({ ASSAY_STATE_DIR, XDG_STATE_HOME }: Environment = process.env): string {
  return ASSAY_STATE_DIR || join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'assay');
}
