import type { SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { localEngine } from './local-sandbox.ts';

/** Graders have the engine's sandboxes; agents and reference solutions work in folders of this machine. */
export function withLocalAgents(engine: SandboxEngine): SandboxEngine {
  const local = localEngine();
  const engineFor = ({ grader = false }: { grader?: boolean }) => (grader ? engine : local);
  return {
    ...engine,
    prepare: (outline) => engineFor(outline).prepare(outline),
    create: (spec, signal) => engineFor(spec).create(spec, signal),
  };
}
