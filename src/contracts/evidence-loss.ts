import { z } from 'zod';

/**
 * A part of the record that is missing because of what ran in the sandbox. It fails
 * the attempt, and hides nothing seen.
 */
export const EvidenceLoss = z.strictObject({
  part: z.enum([
    'agent',
    'sandbox',
    'processes',
    'files',
    'network',
    'decoys',
    'resources',
    'search',
    'grading',
    'record',
  ]),
  detail: z.string(),
});
export type EvidenceLoss = z.infer<typeof EvidenceLoss>;

const LOST = {
  agent: 'the agent crashed',
  sandbox: 'the sandbox ended',
  processes: 'the record of processes was lost',
  files: 'the files could not be read',
  network: 'the record of the network was lost',
  decoys: 'the record of the decoys was lost',
  resources: 'what was used could not be read',
  search: 'what was put out could not be searched',
  grading: 'the workspace could not be graded',
  record: 'the record is not whole',
} as const satisfies Record<EvidenceLoss['part'], string>;

export function describeLoss({ part, detail }: EvidenceLoss): string {
  return `${LOST[part]}: ${detail}`;
}
