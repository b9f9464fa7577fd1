import { z } from 'zod';

const MIB = 1024 * 1024;
const count = z.int().positive();

/**
 * What a source may cost before it is refused. Every number limits the work on data that a stranger wrote.
 */
export const SourceLimits = z.strictObject({
  files: count.default(512).describe('Files of one skill, and of one archive.'),
  unpackedBytes: count.default(16 * MIB).describe('Bytes of all files of one skill, and of one archive.'),
  entries: count.default(1000).describe('Entries of one archive: files, folders and links.'),
  ratio: count.default(100).describe('Unpacked bytes per byte of an archive.'),
  skills: count.default(64).describe('Skills of one source; on a site, artifacts that are fetched.'),
  containerEntries: count.default(20_000).describe('Entries of a repository or package around its skills.'),
  containerBytes: count.default(128 * MIB).describe('Bytes of a repository or package around its skills.'),
  indexBytes: count.default(MIB).describe('Bytes of a discovery index.'),
  downloadBytes: count.default(16 * MIB).describe('Bytes of an artifact, before and after decoding.'),
  redirects: z.int().nonnegative().default(5).describe('Redirects that are followed for one answer.'),
  requestSeconds: z.number().positive().default(15).describe('Time from the first lookup to the last byte.'),
  totalSeconds: z.number().positive().default(120).describe('Time for everything that a source needs.'),
});
export type SourceLimits = z.infer<typeof SourceLimits>;

export const DEFAULT_SOURCE_LIMITS: SourceLimits = SourceLimits.parse({});
