import type { ProgramPackages } from '../../contracts/program-packages.ts';

/** What the program of an agent needs itself of each sandbox. */
export type ProgramNeeds = {
  /** The memory that it takes in addition to what a suite gives to the work. */
  memoryMib: number;
  /** The processors without which it is slow, where a suite gives fewer. */
  cpus?: number;
  /** Room for its threads and those of the work, where a suite gives less. Some runtimes start threads for each processor of the host. */
  processes?: number;
};

/** Describes what an agent's image adds to the sandbox image. */
export type ImageRecipe = ProgramNeeds & {
  agent: string;
  version: string;
  /** The version that this Assay is tested with; another one is named on the command line. */
  testedVersion: string;
  packages: ProgramPackages;
  /** Paths in the package that a run without a screen never needs, with `*` for any name of a folder. */
  leftOut: readonly string[];
};

/** The folder of an agent's package in its image. */
export const PACKAGE_FOLDER = '/opt/agent/package';

/** How the command line names the agent at this version. */
export function argumentFor({ agent, version, testedVersion }: ImageRecipe): string {
  return version === testedVersion ? agent : `${agent}@${version}`;
}
