import type { EgressEvent, EgressOutcome } from '../../contracts/egress.ts';

type Attempt = Exclude<EgressEvent, { kind: 'cut' }>;

/** Says how an attempt to reach something was answered. Of one on an older record, only what the policy decided is known. */
export function describeAnswer(event: Attempt): string {
  if (event.kind === 'counted') return `${wordOf(event)}${failedOf(event)}`;
  const outcome = 'outcome' in event ? event.outcome : undefined;
  return outcome === undefined ? wordOf(event) : describeOutcome(wordOf(event), outcome);
}

function describeOutcome(word: string, outcome: EgressOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return [
        word,
        ...(outcome.status === null ? [] : [`status ${outcome.status}`]),
        ...(outcome.unrecorded === true ? ['not recorded for its length'] : []),
      ].join(', ');
    case 'failed':
      return `failed: ${outcome.reason}`;
    case 'abandoned':
      return `${word}, not answered before the end`;
  }
}

function wordOf({ kind, decision }: Attempt): string {
  if (decision === 'inside') return 'answered inside';
  return kind === 'counted' && decision === 'forwarded' ? 'allowed' : decision;
}

function failedOf({ failed }: Extract<Attempt, { kind: 'counted' }>): string {
  return failed === undefined ? '' : `, ${failed} failed`;
}
