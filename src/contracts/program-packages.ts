import { z } from 'zod';

/** An npm package, pinned to exactly these bytes. */
export const PinnedPackage = z.strictObject({
  spec: z.string().describe('The name and exact version, as npm takes them.'),
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'a digest as npm writes it (sha512-…)'),
});
export type PinnedPackage = z.infer<typeof PinnedPackage>;

/** Architectures of engines, as they name themselves. */
export const Architecture = z.enum(['amd64', 'arm64']);
export type Architecture = z.infer<typeof Architecture>;

/** The packages that bring the program of an agent, each without any other. Not every version is there for both. */
export const ProgramPackages = z.partialRecord(Architecture, PinnedPackage);
export type ProgramPackages = z.infer<typeof ProgramPackages>;
