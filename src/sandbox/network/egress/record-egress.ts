import type { EgressEvent, EgressPolicy } from '../../../contracts/egress.ts';
import type { SandboxNetwork, SentBytes, ServiceSecret, ServiceTape } from '../../sandbox.ts';
import type { MultiplexedConnection } from '../pipe/multiplexed-connection.ts';
import type { Opened, Unread } from '../pipe/multiplexer.ts';
import type { CertificateAuthority } from '../tls/certificate-authority.ts';
import { OpenedConnections } from '../tls/opened-connections.ts';
import { answerDns } from './answer-dns.ts';
import { answerHttp } from './answer-http.ts';
import { answerStream } from './answer-stream.ts';
import { EgressLog } from './egress-log.ts';
import { LoopbackNames } from './loopback-names.ts';
import { Outbound } from './outbound.ts';
import { NOWHERE, type Outside } from './reach.ts';

export type EgressRecorder = Disposable & {
  handle(connection: MultiplexedConnection, opened: Opened): void;
  /** Waits until what has arrived is decrypted; false if nothing was encrypted. */
  settle(): Promise<boolean>;
  /** `unread` counts connections that never reached the recorder, because the pipe had no room for them. */
  events(unread: readonly Unread[]): EgressEvent[];
  sent(): SentBytes[];
};

const UNNAMED = { dns: 'the name server', proxy: 'the proxy', direct: null, gateway: null };

type Options = {
  policy: EgressPolicy;
  answers: NonNullable<SandboxNetwork['answers']>;
  outside: Outside;
  authority: CertificateAuthority | null;
  secrets: readonly ServiceSecret[];
  services: ServiceTape | null;
};

/** Represents everything outside a trial's sandbox: records what was requested of whom, and answers by the policy. */
export function recordEgress(options: Options): EgressRecorder {
  const { policy, answers, outside, authority, secrets, services } = options;
  const files = new Map(answers.map(({ path, content }) => [path, content]));
  const log = new EgressLog();
  const names = new LoopbackNames();
  const opened = new OpenedConnections();
  const outbound = new Outbound(services?.kind === 'replay' ? NOWHERE : outside);
  const rules = { policy, files, outbound, log, authority, secrets, services, opened };
  const serveHttp = answerHttp(rules);
  const answer = (connection: MultiplexedConnection, { listener, address, port }: Opened) => {
    const host = listener === 'direct' ? names.nameOf(address) : null;
    const inbound = log.receive(connection, { host: host ?? UNNAMED[listener], port });
    inbound.isToProxy = listener === 'proxy';
    if (listener === 'dns') return answerDns(connection, port, { inbound, names, log });
    return answerStream(connection, { inbound, reached: { host, port } }, { ...rules, serveHttp });
  };
  return {
    handle(connection, opened) {
      // A connection that breaks off stays recorded up to that point.
      answer(connection, opened).catch(() => connection.destroy());
    },
    async settle() {
      if (authority === null) return false;
      await opened.drain();
      return true;
    },
    events: (unread) =>
      log.events(
        unread.map(({ place, count }) => ({
          // Only a direct connection has its destination in its address. The others would have named theirs.
          target:
            place?.listener === 'direct' ? { host: names.nameOf(place.address), port: place.port } : null,
          count,
        })),
      ),
    sent: () => log.sent(),
    [Symbol.dispose]: () => outbound[Symbol.dispose](),
  };
}
