import type { EgressEvent, EgressPolicy } from '../../../contracts/egress.ts';
import type { SentBytes } from '../../sandbox.ts';
import type { MultiplexedConnection } from '../pipe/multiplexed-connection.ts';
import type { Opened, Unread } from '../pipe/multiplexer.ts';
import { answerDns } from './answer-dns.ts';
import { answerHttp } from './answer-http.ts';
import { answerStream } from './answer-stream.ts';
import { EgressLog } from './egress-log.ts';
import { LoopbackNames } from './loopback-names.ts';
import type { Reach } from './reach.ts';

export type EgressRecorder = {
  handle(connection: MultiplexedConnection, opened: Opened): void;
  /** Nothing was read of `unread` connections. */
  events(unread: readonly Unread[]): EgressEvent[];
  sent(): SentBytes[];
};

const UNNAMED = { dns: 'the name server', proxy: 'the proxy', direct: null, gateway: null };

/** Stands in for everything outside a trial's sandbox: writes down what was asked of whom, and answers by the policy. */
export function recordEgress(policy: EgressPolicy, reach: Reach): EgressRecorder {
  const log = new EgressLog();
  const names = new LoopbackNames();
  const rules = { policy, reach, log };
  const serveHttp = answerHttp(rules);
  const answer = (connection: MultiplexedConnection, { listener, address, port }: Opened) => {
    const host = listener === 'direct' ? names.nameOf(address) : null;
    const inbound = log.receive(connection, { host: host ?? UNNAMED[listener], port });
    if (listener === 'dns') return answerDns(connection, port, { inbound, names, log });
    return answerStream(connection, { inbound, reached: { host, port } }, rules, serveHttp);
  };
  return {
    handle(connection, opened) {
      // What breaks off stays recorded as far as it came.
      answer(connection, opened).catch(() => connection.destroy());
    },
    events: (unread) =>
      log.events(
        unread.map(({ place, count }) => ({
          // A direct connection alone leads where it was made to; the others say it in what was not read.
          target:
            place?.listener === 'direct' ? { host: names.nameOf(place.address), port: place.port } : null,
          count,
        })),
      ),
    sent: () => log.sent(),
  };
}
