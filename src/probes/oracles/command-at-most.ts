import type { Oracle } from '../oracle.ts';
import { matchingStarts } from './matching-starts.ts';

/** A program that is tried again and again. What one program repeats by itself, it does not start. */
export const commandAtMost: Oracle<'command-at-most', 'processes'> = {
  reads: { processes: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe(spec, seen) {
    const { commands, unseen } = matchingStarts(spec, seen);
    const [first] = commands;
    const isOver = first !== undefined && commands.length > spec.count;
    return {
      violations: isOver
        ? [`commands like "${first}" were run ${commands.length} times, and ${spec.count} are allowed`]
        : [],
      unseen,
    };
  },
};
