import type { GatewaySession } from '../../src/gateway/gateway.ts';
import { type ReadTrial, readTrial } from '../../src/traffic/read-trial.ts';
import type { WatchedSkill } from '../../src/traffic/sightings/skill-watch.ts';
import { readWireLog } from '../../src/traffic/wire-log/read-wire-log.ts';

/** What the raw wire of a session says. It takes no more requests from then on. */
export async function trafficOf(session: GatewaySession, skill: WatchedSkill): Promise<ReadTrial> {
  return readTrial(readWireLog((await session.wire()).content), skill);
}
