import type { Machine } from '../../contracts/environment.ts';
import type { EngineConnection } from '../docker/connect-engine.ts';
import type { SandboxImage } from '../image/image.ts';
import type { Outside } from '../network/egress/reach.ts';
import type { ServiceSecret } from '../sandbox.ts';

/** What all sandboxes of an engine have in common. */
export type EngineContext = {
  connection: EngineConnection;
  image: SandboxImage;
  session: string;
  machine: Machine;
  /** A runtime of the engine, such as `runc` or `runsc`; `null` means its default. */
  runtime: string | null;
  /** For the services that a suite names. */
  secrets?: readonly ServiceSecret[];
  /** What is reached if a trial's policy allows it: the internet by default. */
  outside?: Outside;
};
