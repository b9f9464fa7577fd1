import type { EgressPolicy } from '../../../../src/contracts/egress.ts';
import { USUAL_MACHINE } from '../../../../src/contracts/environment.ts';
import { connectEngine } from '../../../../src/sandbox/docker/connect-engine.ts';
import { dockerEngine } from '../../../../src/sandbox/engine/docker-engine.ts';
import { imageFor } from '../../../../src/sandbox/image/image.ts';
import type { Outside } from '../../../../src/sandbox/network/egress/reach.ts';
import type { ServiceSecret } from '../../../../src/sandbox/sandbox.ts';
import { openSession } from '../../../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, leasedSessions } from '../../docker-fixture.ts';
import { request } from '../../engine/conformance.ts';

/** Runs commands in Docker sandboxes; `outside` stands for all public hosts. */
export function egressWatch(state: string) {
  return async (
    policy: EgressPolicy,
    command: string,
    outside?: Outside,
    secrets: readonly ServiceSecret[] = [],
  ) => {
    await using session = await openSession(state);
    const [id = ''] = leasedSessions(state);
    const connection = await connectEngine();
    const image = await imageFor(null);
    const context = { connection, image, session: id, runtime: null, machine: USUAL_MACHINE };
    const engine = outside === undefined ? session : dockerEngine({ ...context, outside, secrets });
    const network = { gateway: null, policy, usesSecrets: true };
    await using sandbox = await engine.create({ ...EMPTY_SPEC, network });
    const { stdout, stderr } = await sandbox.run(request(command));
    const events = await sandbox.egress();
    return { said: `${stdout}${stderr}`.trim(), events, sent: sandbox.sentBytes() };
  };
}
