import type { ProgramPackages } from '../../contracts/program-packages.ts';
import type { ProgramAgent } from '../agent.ts';

/** The same agent with another program: everything else about it is what it is tested with. */
export function atVersion(agent: ProgramAgent, version: string, packages: ProgramPackages): ProgramAgent {
  return { ...agent, version, image: { ...agent.image, version, packages } };
}
