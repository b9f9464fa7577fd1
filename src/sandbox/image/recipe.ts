import type { ProgramPackages } from '../../contracts/program-packages.ts';

/** Describes what an agent's image adds to the sandbox image. */
export type ImageRecipe = {
  agent: string;
  version: string;
  /** The version that this Assay is tested with; another one is named on the command line. */
  testedVersion: string;
  packages: ProgramPackages;
  /** Paths in the package that a run without a screen never needs, with `*` for any name of a folder. */
  leftOut: readonly string[];
  /** The memory that the program takes itself, which a sandbox has in addition to what a suite gives to the work. */
  memoryMib: number;
};

/** The folder of an agent's package in its image. */
export const PACKAGE_FOLDER = '/opt/agent/package';

/** How the command line names the agent at this version. */
export function argumentFor({ agent, version, testedVersion }: ImageRecipe): string {
  return version === testedVersion ? agent : `${agent}@${version}`;
}
