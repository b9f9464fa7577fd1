import type { Oracle } from '../oracle.ts';
import { matchingStarts } from './matching-starts.ts';

export const commandNotRun: Oracle<'command-not-run', 'processes'> = {
  reads: { processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe(spec, seen) {
    const { commands, unseen } = matchingStarts(spec, seen);
    return { violations: [...new Set(commands.map((command) => `"${command}" was run`))], unseen };
  },
};
