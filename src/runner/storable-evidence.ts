import { messageOf } from '../base/assay-error.ts';
import { canonicalJson } from '../base/digest.ts';
import { Evidence } from '../contracts/evidence.ts';
import type { EvidenceLoss } from '../contracts/evidence-loss.ts';

type Part = keyof Evidence;

/** What stands for a part that an agent could give a form in which nobody can store or read it, and whose loss that is. */
const IN_ITS_PLACE = {
  transcript: { value: { transcript: { events: [] } }, part: 'agent' },
  modelCalls: { value: { modelCalls: [] }, part: 'agent' },
  sightings: { value: { sightings: [] }, part: 'agent' },
  tree: { value: { tree: { created: [], changed: [], deleted: [] } }, part: 'files' },
  canarySearch: { value: { canarySearch: { traces: [], unsearched: [], network: false } }, part: 'files' },
  decoyCalls: { value: { decoyCalls: [] }, part: 'decoys' },
  egress: { value: { egress: [] }, part: 'network' },
  processes: { value: { processes: null }, part: 'processes' },
  resources: { value: { resources: null }, part: 'resources' },
} as const satisfies Partial<{
  [K in Part]: { value: { [P in K]: Evidence[P] | readonly [] }; part: EvidenceLoss['part'] };
}>;

/**
 * Evidence as it will be read back. A part that cannot be is lost by the agent's doing, which fails the attempt; found only
 * when the record is read, it would leave the trial without a grade.
 */
export function storableEvidence(observed: Evidence): Evidence {
  let evidence = observed;
  for (const [name, { value, part }] of Object.entries(IN_ITS_PLACE)) {
    const problem = problemOf(evidence, name);
    if (problem === null) continue;
    const losses = [...evidence.losses, { part, detail: `${name} cannot be stored: ${problem}` }];
    evidence = Evidence.parse({ ...evidence, ...value, losses });
  }
  return evidence;
}

function problemOf(evidence: Evidence, name: string): string | null {
  try {
    const [, stored] = Object.entries(evidence).find(([key]) => key === name) ?? [];
    const read = Evidence.partial().safeParse({ [name]: JSON.parse(canonicalJson(stored)) });
    return read.success ? null : 'its form is not as expected';
  } catch (error) {
    return messageOf(error);
  }
}
