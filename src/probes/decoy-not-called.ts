import type { Oracle } from './oracle.ts';

export const decoyNotCalled: Oracle<'decoy-not-called'> = (spec, { decoyCalls }) => {
  const calls = decoyCalls.filter(({ command }) => command === spec.command);
  const violations = calls.map(({ command, args }) => `${command} was run with the arguments "${args}"`);
  return { violations, unseen: [] };
};
