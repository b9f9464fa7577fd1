import { describe, expect, test } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type ArchiveLayout, loadArchive } from '../../../src/sources/archive/load-archive.ts';
import { type TarEntry, tarGzOf, tarOf } from './tar-of.ts';
import { type ZipEntry, zipOf } from './zip-of.ts';

const SKILL = '---\nname: a\ndescription: Use when testing.\n---\nBody\n';
const root = { name: 'SKILL.md', content: SKILL };

async function load(bytes: Uint8Array, layout: ArchiveLayout = 'root', limits = DEFAULT_SOURCE_LIMITS) {
  const promised = layout === 'skill-file' ? 'zip' : null;
  const { skills, findings } = await loadArchive(bytes, {
    source: 'x',
    layout,
    promised,
    limits,
  });
  return { skills, rules: findings.map(({ finding }) => finding.rule.id), findings };
}

const MIB = 1024 * 1024;

describe('a valid archive', () => {
  const files: (TarEntry & ZipEntry)[] = [
    root,
    { name: 'scripts/run.sh', content: '#!/bin/sh\n', mode: 0o100755 },
  ];

  test.each([
    ['zip', () => zipOf(files)],
    ['tar', () => tarOf(files)],
    ['tar.gz', () => tarGzOf(files)],
  ])('in %s format yields its files with their modes', async (_format, build) => {
    const { skills, rules } = await load(await build());
    expect(rules).toEqual([]);
    expect(skills).toEqual([
      {
        path: '.',
        folder: {
          source: 'x',
          folder: null,
          files: [
            { path: 'SKILL.md', executable: false, content: new TextEncoder().encode(SKILL) },
            { path: 'scripts/run.sh', executable: true, content: new TextEncoder().encode('#!/bin/sh\n') },
          ],
        },
      },
    ]);
  });

  test('may prefix its paths with "./"', async () => {
    const { skills } = await load(
      await tarOf([
        { name: './', type: 'directory' },
        { ...root, name: './SKILL.md' },
      ]),
    );
    expect(skills.map(({ folder }) => folder.files.map(({ path }) => path))).toEqual([['SKILL.md']]);
  });

  test('may have an outer folder, which names the skill', async () => {
    const { skills } = await load(zipOf([{ ...root, name: 'a/SKILL.md' }]), 'skill-file');
    expect(skills.map(({ path, folder }) => [path, folder.folder])).toEqual([['a', 'a']]);
  });

  test('may contain a link to a file of the same skill, which becomes a copy', async () => {
    const link = { name: 'docs/LICENSE', type: 'symlink' as const, linkname: '../SKILL.md' };
    const { skills, rules } = await load(await tarOf([root, link]));
    expect(rules).toEqual([]);
    expect(skills[0]?.folder.files.map(({ path, content }) => [path, content.length])).toEqual([
      ['SKILL.md', SKILL.length],
      ['docs/LICENSE', SKILL.length],
    ]);
  });

  test('may contain sticky and setgid folders, which are harmless', async () => {
    const folders = [
      { name: 'a/', type: 'directory' as const, mode: 0o2775 },
      { name: 'b/', type: 'directory' as const, mode: 0o1777 },
    ];
    expect((await load(await tarOf([root, ...folders]))).rules).toEqual([]);
  });

  test('may contain several skills', async () => {
    const { skills } = await load(
      zipOf([
        { ...root, name: 'r/skills/a/SKILL.md' },
        { ...root, name: 'r/skills/b/SKILL.md' },
      ]),
    );
    expect(skills.map(({ path }) => path)).toEqual(['r/skills/a', 'r/skills/b']);
  });
});

describe('the layout that a format requires', () => {
  const wrapped = { ...root, name: 'a/SKILL.md' };
  test.each<[string, ArchiveLayout, () => Promise<Uint8Array> | Uint8Array, string[]]>([
    ['a .skill file with its folder', 'skill-file', () => zipOf([wrapped]), []],
    ['a .skill file without a folder', 'skill-file', () => zipOf([root]), ['source/layout']],
    ['an archive at the root', 'root', () => tarGzOf([root]), []],
    ['an archive with a folder', 'root', () => tarGzOf([wrapped]), ['source/layout']],
    ['a package with its folder', 'npm-package', () => tarGzOf([{ ...root, name: 'package/SKILL.md' }]), []],
    ['a repository with its folder', 'repository', () => tarGzOf([{ ...root, name: 'r-main/SKILL.md' }]), []],
  ])('%s', async (_what, layout, build, expected) => {
    const { skills, rules } = await load(await build(), layout);
    expect(skills).toHaveLength(1);
    expect(rules).toEqual(expected);
  });
});

describe('a hostile archive is rejected as a whole', () => {
  const tars: [string, TarEntry[], string][] = [
    ['..', [root, { name: '../evil', content: 'x' }], 'source/path-unsafe'],
    ['.. inside', [root, { name: 'a/../../evil', content: 'x' }], 'source/path-unsafe'],
    ['an absolute path', [root, { name: '/etc/cron.d/x', content: 'x' }], 'source/path-unsafe'],
    ['a drive letter', [root, { name: 'C:/x', content: 'x' }], 'source/path-unsafe'],
    ['.. in Windows notation', [root, { name: 'a\\..\\..\\evil', content: 'x' }], 'source/path-unsafe'],
    [
      'a symbolic link that leads out',
      [root, { name: 'l', type: 'symlink', linkname: '../../etc/passwd' }],
      'source/link-unsafe',
    ],
    [
      'an absolute symbolic link',
      [root, { name: 'l', type: 'symlink', linkname: '/etc/passwd' }],
      'source/link-unsafe',
    ],
    [
      'a hard link that leads out',
      [root, { name: 'l', type: 'link', linkname: '../x' }],
      'source/link-unsafe',
    ],
    ['a dangling link', [root, { name: 'l', type: 'symlink', linkname: 'gone' }], 'source/link-unsafe'],
    [
      'circular links',
      [root, { name: 'l', type: 'symlink', linkname: 'm' }, { name: 'm', type: 'symlink', linkname: 'l' }],
      'source/link-unsafe',
    ],
    [
      'a link to the skill itself',
      [root, { name: 'l', type: 'symlink', linkname: '.' }],
      'source/link-unsafe',
    ],
    [
      'a device',
      [root, { name: 'd', type: 'character-device', devmajor: 1, devminor: 3 }],
      'source/special-file',
    ],
    ['a pipe', [root, { name: 'p', type: 'fifo' }], 'source/special-file'],
    ['a setuid file', [root, { name: 'run', mode: 0o4755 }], 'source/set-id-bit'],
    ['a setgid file', [root, { name: 'run', mode: 0o2755 }], 'source/set-id-bit'],
    ['a setuid file that is not executable yet', [root, { name: 'run', mode: 0o4644 }], 'source/set-id-bit'],
    ['names that differ in case', [root, { name: 'a.md' }, { name: 'A.md' }], 'source/paths-collide'],
    [
      'names that differ in Unicode form',
      [root, { name: 'é.md' }, { name: 'e\u0301.md' }],
      'source/paths-collide',
    ],
    [
      'an empty folder of the path of a file',
      [root, { name: 'a.md' }, { name: 'A.md/', type: 'directory' }],
      'source/paths-collide',
    ],
    ['a duplicate name', [root, { name: 'a.md' }, { name: 'a.md' }], 'source/paths-collide'],
    [
      'a file below a link',
      [root, { name: 'd', type: 'symlink', linkname: 'SKILL.md' }, { name: 'd/x' }],
      'source/paths-collide',
    ],
    [
      'too many files',
      [root, ...Array.from({ length: 512 }, (_, i) => ({ name: `f${i}` }))],
      'source/over-limits',
    ],
    [
      'too many entries',
      [root, ...Array.from({ length: 1000 }, (_, i) => ({ name: `d${i}/`, type: 'directory' as const }))],
      'source/over-limits',
    ],
    ['too many bytes', [root, { name: 'big', content: Buffer.alloc(16 * MIB) }], 'source/over-limits'],
  ];
  test.each(tars)('a tar with %s', async (_what, entries, rule) => {
    const { skills, rules } = await load(await tarOf(entries));
    expect(skills).toEqual([]);
    expect(rules).toContain(rule);
  });

  const zips: [string, ZipEntry[], string][] = [
    ['..', [root, { name: '../evil' }], 'source/path-unsafe'],
    ['backslashes', [root, { name: '..\\evil' }], 'source/path-unsafe'],
    ['an absolute path', [root, { name: '/evil' }], 'source/path-unsafe'],
    ['an empty name', [root, { name: '' }], 'source/path-unsafe'],
    [
      'a link that leads out',
      [root, { name: 'l', mode: 0o120777, content: '../../x' }],
      'source/link-unsafe',
    ],
    ['a device', [root, { name: 'd', mode: 0o020666 }], 'source/special-file'],
    ['a setuid file', [root, { name: 'run', mode: 0o104755 }], 'source/set-id-bit'],
    ['a setgid file without a type', [root, { name: 'run', mode: 0o2755 }], 'source/set-id-bit'],
    ['an encrypted file', [{ ...root, isEncrypted: true }], 'source/unreadable'],
    ['an unknown compression', [{ ...root, method: 99 }], 'source/unreadable'],
    [
      'a size that is too small',
      [{ ...root, content: SKILL.repeat(9), claimedSize: 3 }],
      'source/unreadable',
    ],
    ['a size that is too large', [{ ...root, claimedSize: 4000 }], 'source/unreadable'],
    ['names that differ in case', [root, { name: 'skill.MD' }], 'source/paths-collide'],
    ['a bomb', [root, { name: 'zeros', content: Buffer.alloc(17 * MIB) }], 'source/over-limits'],
    ['a ratio over 100 to 1', [root, { name: 'zeros', content: Buffer.alloc(MIB) }], 'source/over-limits'],
  ];
  test.each(zips)('a zip with %s', async (_what, entries, rule) => {
    const { skills, rules } = await load(zipOf(entries));
    expect(skills).toEqual([]);
    expect(rules).toContain(rule);
  });

  test('a gzip bomb stops at the limit, whatever it unpacks to', async () => {
    const { skills, rules } = await load(
      await tarGzOf([root, { name: 'zeros', content: Buffer.alloc(64 * MIB) }]),
    );
    expect({ skills, rules }).toEqual({ skills: [], rules: ['source/over-limits'] });
  });

  test.each([
    ['nothing', new Uint8Array()],
    ['noise', new TextEncoder().encode('this is no archive'.repeat(100))],
    ['a zip cut short', zipOf([root]).slice(0, 40)],
    ['a gzip of noise', new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])],
  ])('%s is unreadable or empty, and never a skill', async (_what, bytes) => {
    const { skills, rules } = await load(bytes);
    expect(skills).toEqual([]);
    expect(rules.length).toBeGreaterThan(0);
  });

  test('a tar that ends in the middle of a file is unreadable', async () => {
    const { rules } = await load((await tarOf([{ ...root, content: SKILL.repeat(100) }])).slice(0, 1024));
    expect(rules).toEqual(['source/unreadable']);
  });

  test('the limits of the caller apply', async () => {
    const limits = { ...DEFAULT_SOURCE_LIMITS, files: 1 };
    const { rules } = await load(await tarOf([root, { name: 'b' }]), 'root', limits);
    expect(rules).toEqual(['source/over-limits']);
  });

  test('the finding for an exceeded limit names the limit and how to raise it', async () => {
    const limits = { ...DEFAULT_SOURCE_LIMITS, files: 1 };
    const { findings } = await load(await tarOf([root, { name: 'b' }]), 'root', limits);
    expect(findings[0]?.finding.excerpt).toBe('More than 1 files; --limit files=NUMBER allows more');
  });

  test('a thousand bad paths make one finding that names the first and counts the rest', async () => {
    const { findings } = await load(zipOf(Array.from({ length: 900 }, (_, i) => ({ name: `../${i}` }))));
    expect(findings.find(({ finding }) => finding.rule.id === 'source/path-unsafe')).toMatchObject({
      finding: { file: '../0', excerpt: 'The path contains ".." (and 899 more)' },
    });
  });
});
