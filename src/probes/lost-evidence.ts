import type { Evidence } from '../contracts/evidence.ts';
import { describeLoss } from '../contracts/evidence-loss.ts';

/**
 * What a workload removed from the record of its own trial. If the harness itself fails to observe,
 * there is a fault and no evidence.
 */
export function lostEvidence({ agentEnd, losses, processes, treeComplete }: Evidence): string[] {
  if (agentEnd === 'killed') return ['the sandbox reached its limits and took all that was in it along'];
  const isOverfull = !treeComplete && losses.every(({ part }) => part !== 'files');
  return [
    ...losses.map(describeLoss),
    ...(processes?.complete === false
      ? [`the record of processes was tampered with: ${processes.gaps.join('; ')}`]
      : []),
    ...(isOverfull ? ['the agent left more files than could be read'] : []),
  ];
}
