import Docker from 'dockerode';
import { AssayError, messageOf } from '../../base/assay-error.ts';
import { hostPrograms } from '../../host/host-programs.ts';

export type EngineConnection = {
  /** The address, as `DOCKER_HOST` would spell it. */
  address: string;
  /** The client for calls that are answered at once; a slower call fails. */
  docker: Docker;
  /** The client for open-ended answers: processes, builds, pulls; the caller sets the limit. */
  streams: Docker;
};

const DEFAULT_ADDRESS = 'unix:///var/run/docker.sock';
const PING_LIMIT_MS = 20_000;
const CALL_LIMIT_MS = 120_000;

/**
 * Connects to the engine that `DOCKER_HOST` names, or else to the one at the usual
 * socket or in the Docker CLI's context.
 */
export async function connectEngine(nextStep = 'Run "assay doctor".'): Promise<EngineConnection> {
  const chosen = process.env['DOCKER_HOST'];
  if (chosen) return connectTo(chosen, 'DOCKER_HOST names it: start that engine or unset DOCKER_HOST.');
  try {
    return await connectTo(DEFAULT_ADDRESS, nextStep);
  } catch (cause) {
    const fromContext = await contextAddress();
    if (fromContext === null || fromContext === DEFAULT_ADDRESS) throw cause;
    return connectTo(fromContext, nextStep);
  }
}

export async function connectTo(address: string, nextStep: string): Promise<EngineConnection> {
  try {
    await clientFor(address, PING_LIMIT_MS).ping();
    return { address, docker: clientFor(address, CALL_LIMIT_MS), streams: clientFor(address) };
  } catch (cause) {
    const message = `No Docker engine answers at ${address} (${messageOf(cause)}). ${nextStep}`.trimEnd();
    throw new AssayError('ENGINE_UNREACHABLE', message, { cause });
  }
}

/** dockerode reads TLS and SSH settings from the environment together with `DOCKER_HOST`, and only then. */
function clientFor(address: string, limitMs?: number): Docker {
  const limit = limitMs === undefined ? {} : { timeout: limitMs };
  const socketPath = /^unix:\/\/(?<path>.+)$/.exec(address)?.groups?.['path'];
  if (socketPath !== undefined) return new Docker({ ...limit, host: '', socketPath });
  if (address === process.env['DOCKER_HOST']) return new Docker(limit);
  throw new Error('set DOCKER_HOST to use an engine that is not at a unix socket');
}

/** Where Docker Desktop, colima and rootless engines are; `null` if the CLI is missing or does not know. */
async function contextAddress(): Promise<string | null> {
  const args = ['context', 'inspect', '--format', '{{.Endpoints.docker.Host}}'];
  await using host = await hostPrograms();
  const { failed, stdout } = await host.run('docker', args, { reject: false, timeout: PING_LIMIT_MS });
  return failed ? null : stdout.trim();
}
