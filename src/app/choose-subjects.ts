import { AssayError } from '../base/assay-error.ts';
import { nearestTo } from '../base/nearest.ts';
import type { Arm } from '../contracts/identifiers.ts';
import type { LeftOut } from '../contracts/left-out.ts';
import type { ProbeSet } from '../contracts/probe-set.ts';
import type { ProbeFiles } from '../suites/read-probes.ts';
import type { SuiteFiles } from '../suites/read-suite.ts';
import { suiteDigest } from '../suites/suite-digest.ts';

/** The part of a benchmark to run; whatever is not restricted is run in full. */
export type RunChoice = { tasks?: readonly string[]; probes?: readonly string[] | 'quick'; arm?: Arm };

/** The part of a benchmark that is run, and what is left out by choice. */
export type Chosen = {
  suite: SuiteFiles;
  probes: readonly ProbeFiles[];
  setName: ProbeSet['name'];
  leftOut: LeftOut;
};

/** The probes that come with Assay, and those of the quick set among them. */
export type OfferedProbes = { all: readonly ProbeFiles[]; quick: readonly ProbeFiles[] };

/**
 * Ignores unknown ids, because a plan may name tasks that were removed since; the caller has to refuse them. Choosing the quick
 * set leaves nothing out: whoever starts the run does not decide which probes are in it.
 */
export function chooseSubjects(
  suite: SuiteFiles,
  { all, quick }: OfferedProbes,
  { tasks: taskIds, probes: chosen, arm }: RunChoice,
): Chosen {
  const [tasks, otherTasks] = divide(suite.tasks, ({ task }) => taskIds?.includes(task.id));
  const probeIds = chosen === 'quick' ? undefined : chosen;
  const offered = chosen === 'quick' ? quick : all;
  const [probes, otherProbes] = divide(offered, ({ probe }) => probeIds?.includes(probe.id));
  const wholeSet = chosen === 'quick' ? 'quick' : 'bundled';
  return {
    suite: { ...suite, tasks, digest: suiteDigest({ ...suite, tasks }) },
    probes,
    setName: otherProbes.length === 0 ? wholeSet : 'chosen',
    leftOut: {
      tasks: otherTasks.map(({ task }) => task.id),
      probes: otherProbes.map(({ probe: { id, group } }) => ({ id, group })),
      arms: arm === undefined ? [] : [arm === 'baseline' ? 'with-skill' : 'baseline'],
    },
  };
}

/** Divides what was chosen from the rest; everything is chosen unless the caller chose. */
function divide<Files>(
  all: readonly Files[],
  isChosen: (one: Files) => boolean | undefined,
): [Files[], Files[]] {
  return [all.filter((one) => isChosen(one) ?? true), all.filter((one) => !(isChosen(one) ?? true))];
}

/** Call this before anything is planned: a mistyped id would leave out what was meant. */
export function requireKnown({ tasks, probes }: RunChoice, { suite, leftOut, ...chosen }: Chosen): void {
  const taskIds = [...suite.tasks.map(({ task }) => task.id), ...leftOut.tasks];
  const probeIds = [...chosen.probes.map(({ probe }) => probe.id), ...leftOut.probes.map(({ id }) => id)];
  requireIn(tasks ?? [], taskIds, `task of the suite "${suite.suite.id}"`);
  requireIn(probes === 'quick' ? [] : (probes ?? []), probeIds, 'probe');
}

function requireIn(chosen: readonly string[], known: readonly string[], what: string): void {
  const unknown = chosen.find((id) => !known.includes(id));
  if (unknown === undefined) return;
  const [near] = nearestTo(unknown, known);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const all = known.toSorted().join(', ');
  throw new AssayError('USAGE', `There is no ${what} called "${unknown}". Available: ${all}.${hint}`);
}
