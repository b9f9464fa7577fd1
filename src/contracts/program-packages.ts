import { z } from 'zod';

/** An npm package, pinned to exactly these bytes. */
export const PinnedPackage = z.strictObject({
  spec: z.string().describe('The name and exact version, as npm takes them.'),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'a digest as npm writes it (sha512-…)'),
});
export type PinnedPackage = z.infer<typeof PinnedPackage>;

/** The packages that bring the program of an agent, by the architecture of the engine. Each needs no other package. */
export const ProgramPackages = z.strictObject({ amd64: PinnedPackage, arm64: PinnedPackage });
export type ProgramPackages = z.infer<typeof ProgramPackages>;
