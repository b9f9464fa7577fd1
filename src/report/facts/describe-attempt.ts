import type { EgressEvent } from '../../contracts/egress.ts';
import { describeAnswer } from './describe-answer.ts';

/** What was tried, where, and what came of it. */
export function attemptParts(event: EgressEvent): [what: string, where: string, answer: string] {
  if (event.kind === 'cut') return ['more', `${event.missed} attempts that were not kept`, ''];
  if (event.kind === 'provider') return ['provider', event.field, describeAnswer(event)];
  const to = `${event.host ?? 'an unknown host'}:${event.port}`;
  const answer = describeAnswer(event);
  if (event.kind === 'counted') return ['more', `${event.count} attempts to reach ${to}`, answer];
  if (event.kind === 'http') return [`${event.scheme} ${event.method}`, `${to}${event.path}`, answer];
  return [event.kind === 'dns' ? `dns ${event.type}` : event.kind, to, answer];
}

/** The same in a sentence. */
export function describeAttempt(event: EgressEvent): string {
  const [what, where, answer] = attemptParts(event);
  return `${what} ${where}${answer === '' ? '' : ` (${answer})`}`;
}
