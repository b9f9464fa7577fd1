import type { Target } from './decide.ts';
import type { EgressLog } from './egress-log.ts';
import type { Inbound } from './inbound.ts';
import type { EgressAttempt } from './kept-attempts.ts';

/** What the connection is recorded as, given what it is recorded as if nothing more is known of it. */
export type Become = (stream: EgressAttempt) => EgressAttempt | null;

/** Records a connection, and returns a callback that says as what; by `null` if other events account for all bytes. */
export function noteStream(
  log: EgressLog,
  { inbound, reached }: { inbound: Inbound; reached: Target },
  atMs: number,
): (become: Become) => void {
  let known: Become = (stream) => (inbound.namesNobody ? null : stream);
  const end = log.follow(() =>
    known({ kind: 'tcp', atMs, ...reached, decision: 'denied', body: inbound.meter.body }),
  );
  inbound.over.then(end);
  return (become) => {
    known = become;
  };
}
