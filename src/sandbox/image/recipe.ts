import type { ProgramPackages } from '../../contracts/program-packages.ts';

/** Describes what an agent's image adds to the sandbox image. */
export type ImageRecipe = {
  agent: string;
  version: string;
  /** The version that this Assay is tested with; another one is named on the command line. */
  testedVersion: string;
  packages: ProgramPackages;
  /** The memory that the program takes itself, which a sandbox has in addition to what a suite gives to the work. */
  memoryMib: number;
};

/** The folder of an agent's program in its image. npm packs a package into a folder of the name "package". */
export const PROGRAM_FOLDER = '/opt/agent';
export const PACKAGE_FOLDER = `${PROGRAM_FOLDER}/package`;

/** How the command line names the agent at this version. */
export function argumentFor({ agent, version, testedVersion }: ImageRecipe): string {
  return version === testedVersion ? agent : `${agent}@${version}`;
}
