import type { Asker } from '../../contracts/asker.ts';
import type { EgressEvent } from '../../contracts/egress.ts';
import { OWN_NAMES } from '../../contracts/sandbox-network.ts';
import type { LoopbackConnection, SandboxNetwork, SentBytes, ServiceSecret } from '../sandbox.ts';
import { INTERNET, type Outside } from './egress/reach.ts';
import { type EgressRecorder, recordEgress } from './egress/record-egress.ts';
import { placeholderOf } from './egress/service-secrets.ts';
import { Multiplexer, type PipePorts } from './pipe/multiplexer.ts';
import { serveRequests } from './pipe/serve-requests.ts';
import { type PausableStream, Turns } from './pipe/turns.ts';
import { CertificateAuthority } from './tls/certificate-authority.ts';
import { TRUST_VARIABLES } from './tls/trust-authority.ts';

/** Starts `sandbox/pipe.mjs` somewhere and returns a handle for its input. */
export type StartCarrier = (from: {
  onBytes: (bytes: Buffer) => void;
  onEnd: (reason: string) => void;
}) => Promise<Carrier>;

type Carrier = Disposable & PausableStream & { send: (bytes: Buffer) => void };

/** The network of a sandbox. */
export type OpenNetwork = Disposable & {
  gatewayUrl: string | null;
  /** Variables that stand for secrets. */
  placeholders: readonly string[];
  /** The certificate, in PEM, that the sandbox has to trust; `null` if no TLS connection is opened. */
  authority: string | null;
  /** Environment variables for everything that runs in the sandbox. */
  env: Readonly<Record<string, string>>;
  pipe: Multiplexer;
  events(of: 'running' | 'ended'): Promise<EgressEvent[]>;
  sent(): SentBytes[];
};

type Options = {
  outside?: Outside | undefined;
  secrets?: readonly ServiceSecret[] | undefined;
  tellAsker?: TellAsker | undefined;
};

/** Tells who in the sandbox has a connection open now, unless the signal is aborted first. */
export type TellAsker = (connection: LoopbackConnection, signal: AbortSignal) => Promise<Asker | null>;

export async function openNetwork(
  start: StartCarrier,
  { gateway, policy, answers = [], usesSecrets = false, services = null }: SandboxNetwork,
  { outside = INTERNET, secrets: known = [], tellAsker = async () => null }: Options = {},
): Promise<OpenNetwork> {
  const secrets = usesSecrets && policy.kind === 'allow' ? known : [];
  const authority = policy.kind === 'deny' ? null : new CertificateAuthority();
  const recorder = recordEgress({ policy, answers, outside, authority, secrets, services });
  let carrier: Carrier | null = null;
  const { take: inTurn } = new Turns({
    pause: () => carrier?.pause(),
    resume: () => carrier?.resume(),
  });
  const serve = gateway === null ? null : serveRequests(gateway, inTurn);
  const pipe = new Multiplexer({
    send: (bytes) => carrier?.send(bytes),
    onConnection(connection, opened) {
      if (opened.listener !== 'gateway') recorder.handle(connection, opened);
      else if (serve === null) connection.destroy();
      else serve(connection, (signal) => tellAsker({ ...opened, server: opened }, signal));
    },
    inTurn,
    onClosed: () => carrier?.[Symbol.dispose](),
  });
  carrier = await start({ onBytes: (bytes) => pipe.receive(bytes), onEnd: (reason) => pipe.end(reason) });
  const ports = await pipe.ready();
  return {
    pipe,
    placeholders: secrets.map(({ variable }) => variable),
    authority: authority?.pem ?? null,
    env: {
      ...proxyVariables(ports),
      ...(authority === null ? {} : TRUST_VARIABLES),
      ...Object.fromEntries(secrets.map((secret) => [secret.variable, placeholderOf(secret)])),
    },
    gatewayUrl: gateway === null ? null : `http://127.0.0.1:${ports.gateway}`,
    async events(of) {
      if (of === 'running') await settle(pipe, recorder);
      return recorder.events(pipe.unread);
    },
    sent: recorder.sent,
    [Symbol.dispose]() {
      pipe.close('the sandbox was disposed of');
      recorder[Symbol.dispose]();
    },
  };
}

/** Waits for what was sent and for its decryption, after which connections may end. */
async function settle(pipe: Multiplexer, recorder: EgressRecorder): Promise<void> {
  await pipe.settle();
  if (await recorder.settle()) await pipe.settle();
}

/** Some programs read the variables in upper case, others in lower case. */
function proxyVariables({ proxy }: PipePorts): Record<string, string> {
  const url = `http://127.0.0.1:${proxy}`;
  // Programs that do not understand a block of addresses find the usual address listed by itself.
  const direct = ['127.0.0.0/8', '127.0.0.1', '0.0.0.0', '::1', '[::1]', ...OWN_NAMES].join(',');
  const names = { HTTP_PROXY: url, HTTPS_PROXY: url, ALL_PROXY: url, NO_PROXY: direct };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, value]) => [
      [name, value],
      [name.toLowerCase(), value],
    ]),
  );
}
