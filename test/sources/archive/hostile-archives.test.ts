import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { loadArchive } from '../../../src/sources/archive/load-archive.ts';
import { type TarEntry, tarGzOf, tarOf } from './tar-of.ts';
import { type ZipEntry, zipOf } from './zip-of.ts';

/** A path that is absolute, goes up, or means another place on Windows. */
const LEAVES = /^\/|(^|\/)\.\.(\/|$)|\\|(^|\/)[a-z]:/i;

/** Small, so that chance reaches them. */
const limits = { ...DEFAULT_SOURCE_LIMITS, files: 6, entries: 8, unpackedBytes: 4000 };

const part = fc.constantFrom(
  'a',
  'A',
  'SKILL.md',
  '..',
  '.',
  '',
  'skills',
  'é',
  'e\u0301',
  '\\',
  'C:',
  ' ',
  'x'.repeat(90),
);
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const content = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.constantFrom('---\nname: a\ndescription: b\n---\n', 'z'.repeat(3000)),
);

const tarEntry: fc.Arbitrary<TarEntry> = fc.oneof(
  fc.record({ name, content }),
  fc.record({ name, type: fc.constant('directory' as const) }),
  fc.record({ name, linkname: name, type: fc.constantFrom('symlink' as const, 'link' as const) }),
  fc.record({ name, type: fc.constantFrom('fifo' as const, 'block-device' as const) }),
);
const zipEntry = fc.record(
  {
    name,
    content,
    mode: fc.constantFrom(0, 0o100644, 0o100755, 0o120777, 0o040755, 0o020666),
    claimedSize: fc.nat(5000),
    isEncrypted: fc.boolean(),
    method: fc.constantFrom(0, 8, 12),
  },
  { requiredKeys: ['name', 'content'] },
);

/** Close enough to a good archive that some of them are one. */
const goodName = fc
  .array(fc.constantFrom('a', 'A', 'b', 'SKILL.md', 'docs'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const goodEntry = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: goodName, content, mode: fc.constantFrom(0o100644, 0o100755) }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: goodName, linkname: goodName, type: fc.constant('symlink' as const) }),
  },
);
const strayEntry = fc.record({
  name: fc.constantFrom(
    'a/../../b',
    'a/..',
    '../a',
    '/a',
    'a\\..\\b',
    'C:/a',
    'a/C:b',
    'skill.md',
    'É',
    'E\u0301',
  ),
  content,
});
const goodEntries = fc
  .tuple(fc.array(goodEntry, { maxLength: 4 }), fc.array(strayEntry, { maxLength: 1 }))
  .map(([entries, strays]) => [{ name: 'SKILL.md', content: 'x' }, ...entries, ...strays]);

const archive: fc.Arbitrary<Promise<Uint8Array> | Uint8Array> = fc.oneof(
  fc.array(tarEntry, { maxLength: 10 }).map(tarOf),
  fc.array(tarEntry, { maxLength: 10 }).map(tarGzOf),
  fc.array(zipEntry, { maxLength: 10 }).map(zipOf),
  goodEntries.map((entries) => zipOf(entries.map(asZipEntry))),
  goodEntries.map(tarOf),
);

function asZipEntry({ name, content, linkname, mode }: TarEntry): ZipEntry {
  return { name, content: linkname ?? content ?? '', mode: linkname === undefined ? (mode ?? 0) : 0o120777 };
}

/** Bytes changed, dropped or doubled anywhere: headers, sizes, checksums, directories, compressed data. */
const damage = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), byte: fc.nat(255) }),
  { maxLength: 8 },
);
const cut = fc.double({ min: 0, max: 1, noNaN: true });

async function outcomeOf(bytes: Uint8Array): Promise<void> {
  const { skills, findings } = await loadArchive(bytes, {
    source: 'x',
    layout: 'root',
    promised: null,
    limits,
  });
  expect(skills.length + findings.length).toBeGreaterThan(0);
  for (const { folder } of skills) {
    expect(folder.files.length).toBeLessThanOrEqual(limits.files);
    expect(folder.files.reduce((sum, file) => sum + file.content.length, 0)).toBeLessThanOrEqual(
      limits.unpackedBytes,
    );
    for (const { path } of folder.files) expect(path).not.toMatch(LEAVES);
    const folded = folder.files.map(({ path }) => path.normalize('NFC').toLowerCase());
    expect(new Set(folded).size).toBe(folded.length);
  }
}

describe('any archive gives safe skills within the limits, or findings', () => {
  test('for entries of every kind and name', async () => {
    await fc.assert(
      fc.asyncProperty(archive, async (built) => outcomeOf(await built)),
      { numRuns: 600 },
    );
  });

  test('for damaged archives', async () => {
    await fc.assert(
      fc.asyncProperty(archive, damage, cut, async (built, changes, kept) => {
        const bytes = (await built).slice();
        for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte;
        await outcomeOf(kept > 0.7 ? bytes : bytes.slice(0, Math.ceil(kept * bytes.length)));
      }),
      { numRuns: 1500 },
    );
  });

  test('for bytes that are not an archive', async () => {
    const start = fc.constantFrom([], [0x50, 0x4b, 3, 4], [0x50, 0x4b, 5, 6], [0x1f, 0x8b, 8, 0]);
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 2000 }), (magic, rest) =>
        outcomeOf(new Uint8Array([...magic, ...rest])),
      ),
      { numRuns: 600 },
    );
  });
});
