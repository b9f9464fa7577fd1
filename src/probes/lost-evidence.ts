import { describeEnd } from '../contracts/agent-end.ts';
import type { Evidence } from '../contracts/evidence.ts';
import { describeLoss, type EvidenceLoss } from '../contracts/evidence-loss.ts';
import { whyEnded } from './why-ended.ts';

/**
 * What a workload removed from the record of its own trial. If the harness itself fails to observe,
 * there is a fault and no evidence.
 */
export function lostEvidence(evidence: Evidence): string[] {
  const { agentEnd, losses, processes, treeComplete } = evidence;
  if (agentEnd === 'killed') return [describeEnd(agentEnd)];
  const isOverfull = !treeComplete && losses.every(({ part }) => part !== 'files');
  return [
    ...new Set(
      losses.map((loss) => (isOfAgent(loss) && endsBy(evidence) ? whyEnded(evidence) : describeLoss(loss))),
    ),
    ...(processes?.complete === false
      ? [`the record of processes was tampered with: ${processes.gaps.join('; ')}`]
      : []),
    ...(isOverfull ? ['the agent left more files than could be read'] : []),
  ];
}

/** Whether how the agent ended says more than that something of it was lost. */
function endsBy({ agentExit, agentEnd }: Evidence): boolean {
  return agentExit !== null && agentEnd !== 'crashed' && agentEnd !== 'finished';
}

function isOfAgent({ part }: EvidenceLoss): boolean {
  return part === 'agent';
}
