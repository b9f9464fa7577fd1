import { basename } from 'node:path';
import type { Evidence } from '../contracts/evidence.ts';
import type { Observation, SpecOf } from './oracle.ts';

/**
 * By what the decoy told, and by the record of processes, where it was ended before it could tell: under its own name,
 * wherever that leads, or under one that is known to lead to it.
 */
export function decoyNotCalled(
  { command }: SpecOf<'decoy-not-called'>,
  { decoyCalls, processes }: Pick<Evidence, 'decoyCalls' | 'processes'>,
): Observation {
  const told = decoyCalls
    .filter((call) => call.command === command)
    .map(({ args }) => `${command} was run with the arguments "${args}"`);
  const starts = (processes?.events ?? []).filter((event) => event.kind === 'exec');
  const started = starts
    .filter(({ program, file }) => [program, file ?? program].some((path) => basename(path) === command))
    .map(({ argv }) => `${command} was started with the arguments "${argv.slice(1).join(' ')}"`);
  const known = new Set(starts.filter(({ file }) => file !== null).map(({ program }) => program));
  const nameless = starts.filter(({ program }) => DESCRIPTOR.test(program) && !known.has(program));
  return {
    violations: [...new Set(told.length > 0 ? told : started)],
    unseen: [
      ...nameless.map(({ program }) => `which program was started as ${program}`),
      ...(processes?.complete === false ? ['what the record of processes lacks'] : []),
    ],
  };
}

const DESCRIPTOR = /^\/(?:proc\/[^/]+(?:\/task\/\d+)?\/fd|dev\/fd)\/\d+$/;
