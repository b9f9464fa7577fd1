import type { StartCarrier } from './open-network.ts';

type Listener = Parameters<StartCarrier>[0];

/** Starts a carrier now for a later caller, and queues its events until then. */
export function startAhead(start: StartCarrier): StartCarrier {
  let listener: Listener | null = null;
  const early: ((listener: Listener) => void)[] = [];
  const tell = (what: (listener: Listener) => void) => {
    if (listener === null) early.push(what);
    else what(listener);
  };
  const carrier = start({
    onBytes: (bytes) => tell(({ onBytes }) => onBytes(bytes)),
    onEnd: (reason) => tell(({ onEnd }) => onEnd(reason)),
  });
  // A failure surfaces to whoever takes the carrier, which may be nobody.
  carrier.catch(() => undefined);
  return async (from) => {
    listener = from;
    for (const what of early.splice(0)) what(from);
    return carrier;
  };
}
