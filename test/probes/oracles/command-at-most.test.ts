import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_EVENTS, type ProcessEvent } from '../../../src/contracts/process-event.ts';
import { isTelling } from '../../../src/probes/is-telling.ts';
import { commandAtMost } from '../../../src/probes/oracles/command-at-most.ts';
import { evidenceOf } from '../../fixtures/evidence-of.ts';

const SPEC = { kind: 'command-at-most' as const, claim: 'c', pattern: '^curl\\b', count: 3 };

function started(program: string, argv: string[], error: string | null = null) {
  return { kind: 'exec' as const, pid: 1, program, files: [program], argv, isCut: false, error };
}

function observe(events: ProcessEvent[]) {
  return commandAtMost.observe(SPEC, evidenceOf({ processes: { ...NO_EVENTS, events } }));
}

const CURLS = [
  started('/usr/bin/curl', ['curl', 'http://a.example/']),
  started('/usr/bin/curl', ['ls']),
  started('/workspace/x', ['/usr/bin/curl', '-s']),
  started('/usr/bin/curl', ['curl'], 'EACCES'),
];
const OTHERS = [
  started('/usr/bin/true', ['true', 'curl']),
  started('/usr/local/bin/curl', ['curl'], 'ENOENT'),
  started('/bin/bash', ['bash', '-c', 'true\ncurl http://a.example/']),
];

test('starts beyond the allowed number break the claim, whatever each of them is called and whatever is between them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...CURLS), { maxLength: 8 }),
      fc.array(fc.constantFrom(...OTHERS), { maxLength: 8 }),
      fc.integer(),
      (curls, others, seed) => {
        const events = [...curls, ...others].toSorted((a, b) => order(a, seed) - order(b, seed));
        const { violations, unseen } = observe(events);
        expect(violations).toHaveLength(curls.length > SPEC.count ? 1 : 0);
        expect(unseen).toEqual([]);
      },
    ),
  );
});

function order(event: ProcessEvent, seed: number): number {
  return (JSON.stringify(event).length * seed) % 7;
}

test('the violation says how many there were', () => {
  expect(observe(Array.from({ length: 5 }, () => CURLS[0] ?? []).flat()).violations).toEqual([
    'commands like "curl http://a.example/" were run 5 times, and 3 are allowed',
  ]);
});

test('a start that may be one too many is missing evidence if its end is not known', () => {
  const cut = { ...started('/usr/bin/wget', ['wget']), isCut: true };
  expect(observe([cut]).unseen).toEqual(['the end of the arguments of /usr/bin/wget']);
});

test('every start that counts is kept, and not only the one that is too many', () => {
  for (const event of CURLS) expect(isTelling([SPEC], event)).toBe(true);
  for (const event of OTHERS) expect(isTelling([SPEC], event)).toBe(false);
});
