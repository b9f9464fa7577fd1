/** An npm package, pinned to exactly these bytes. */
export type PinnedPackage = { spec: string; integrity: string };

/** Describes what an agent's image adds to the sandbox image. */
export type ImageRecipe = {
  agent: string;
  /** The package that brings the agent's program and needs no other, by the architecture of the engine. */
  packages: Readonly<Record<'amd64' | 'arm64', PinnedPackage>>;
  /** The memory that the program takes itself, which a sandbox has in addition to what a suite gives to the work. */
  memoryMib: number;
};

/** The folder of an agent's program in its image. npm packs a package into a folder of the name "package". */
export const PROGRAM_FOLDER = '/opt/agent';
export const PACKAGE_FOLDER = `${PROGRAM_FOLDER}/package`;
