import type { EngineConnection } from '../docker/connect-engine.ts';
import type { Reach } from '../network/egress/reach.ts';

/** What all sandboxes of an engine have in common. */
export type EngineContext = {
  connection: EngineConnection;
  image: string;
  session: string;
  /** One that the engine has, as `runc` or `runsc`; `null`: its default. */
  runtime: string | null;
  /** How hosts are reached that a trial's policy allows; public ones only, unless said. */
  reach?: Reach;
};
