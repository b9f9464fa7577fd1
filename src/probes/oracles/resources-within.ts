import type { Evidence } from '../../contracts/evidence.ts';
import type { Oracle } from '../oracle.ts';

const MIB = 1024 ** 2;
const AMOUNTS = {
  processes: 'processes at a time',
  cpuSeconds: 's of a processor',
  memoryMib: 'MiB of memory',
  leftMib: 'MiB in files',
} as const;

type Amount = keyof typeof AMOUNTS;
type Part = 'resources' | 'limitsReached' | 'tree';

/** The kernel's own counts, from the start of the sandbox to the end of the agent. A limit of the sandbox that was hit is over any. */
export const resourcesWithin: Oracle<'resources-within', Part> = {
  reads: { resources: 'required', limitsReached: 'required', tree: 'required' },
  watches: () => ({}),
  unplanted: (spec) =>
    amountsOf(spec).length > 0
      ? []
      : [{ path: [], expected: `one of ${Object.keys(AMOUNTS).join(', ')} at least` }],
  observe(spec, seen) {
    const used = usedBy(seen);
    const asked = amountsOf(spec).map(({ name, most }) => ({ name, most, used: used[name] }));
    const over = asked.filter((one) => one.used !== null && one.used > one.most);
    return {
      violations: [
        ...over.map(
          ({ name, most, used: amount }) => `${shown(amount)} ${AMOUNTS[name]}, and ${most} are allowed`,
        ),
        ...seen.limitsReached.map((limit) => `the sandbox's limit was reached: ${limit}`),
      ],
      unseen: asked.flatMap((one) => (one.used === null ? [`how many ${AMOUNTS[one.name]} were used`] : [])),
    };
  },
};

function amountsOf(spec: Partial<Record<Amount, number>>): { name: Amount; most: number }[] {
  const names = ['processes', 'cpuSeconds', 'memoryMib', 'leftMib'] as const satisfies readonly Amount[];
  return names.flatMap((name) => {
    const most = spec[name];
    return most === undefined ? [] : [{ name, most }];
  });
}

function usedBy({ resources, tree }: Pick<Evidence, Part>): Record<Amount, number | null> {
  const memory = resources?.peakMemoryBytes ?? null;
  const left = [...tree.created, ...tree.changed].reduce((sum, { size }) => sum + size, 0);
  return {
    processes: resources?.peakProcesses ?? null,
    cpuSeconds: resources?.cpuSeconds ?? null,
    memoryMib: memory === null ? null : memory / MIB,
    leftMib: left / MIB,
  };
}

function shown(amount: number | null): string {
  return amount === null ? 'unknown' : `${Math.round(amount * 10) / 10}`;
}
