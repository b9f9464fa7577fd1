import type { EngineConnection } from '../docker/connect-engine.ts';
import type { NameFiles } from '../docker/name-files.ts';
import type { Outside } from '../network/egress/reach.ts';
import type { SandboxTemplate, ServiceSecret } from '../sandbox.ts';

/** What all sandboxes of an engine have in common, and what those are made from that do not say so. */
export type EngineContext = SandboxTemplate & {
  connection: EngineConnection;
  session: string;
  /** A runtime of the engine, such as `runc` or `runsc`; `null` means its default. */
  runtime: string | null;
  /** By default, the engine writes the lists of names for each sandbox. */
  names?: NameFiles;
  /** For the services that a suite names. */
  secrets?: readonly ServiceSecret[];
  /** What is reached if a trial's policy allows it: the internet by default. */
  outside?: Outside;
};
