import { describe, test } from 'vitest';
import { CANONICAL_PATH } from '../../../src/checks/site/reading/discovery.ts';
import { type TarEntry, tarGzOf, tarOf } from '../../sources/archive/tar-of.ts';
import { type ZipEntry, zipOf } from '../../sources/archive/zip-of.ts';
import { entryFor, GOOD_SKILL, indexWith, type Page } from '../../sources/site/well-known-site.ts';
import { expectOutcome } from './expect-outcome.ts';

describe('steps 5 and 6, an archive', () => {
  const files: (TarEntry & ZipEntry)[] = [
    { name: 'SKILL.md', content: GOOD_SKILL },
    { name: 'references/a.md', content: 'x' },
  ];
  const serveArchive = (
    bytes: Uint8Array,
    type = 'application/gzip',
    url = '/tidy.tar.gz',
  ): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(bytes, { type: 'archive', url })]),
    [url]: { type, body: bytes },
  });

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['tar.gz', 'application/gzip', () => tarGzOf(files)],
    ['zip', 'application/zip', () => zipOf(files)],
    ['tar', 'application/x-tar', () => tarOf(files)],
  ])('in %s format passes', async (format, type, build) => {
    const bytes = await build();
    await expectOutcome(['', serveArchive(bytes, type, `/tidy.${format}`), 'pppppp', 100, []]);
    await expectOutcome(['', serveArchive(bytes, type, '/archives/tidy'), 'pppppp', 100, []]);
  });

  test('whose name says another format than its bytes is not safe', async () => {
    const site = serveArchive(zipOf(files), 'application/zip', '/tidy.tar.gz');
    await expectOutcome(['', site, 'ppppfp', 85, ['5:fail:archive-unsafe']]);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, number, string[]]>([
    [
      'with an outer folder',
      () => tarGzOf([{ name: 'tidy/SKILL.md', content: GOOD_SKILL }]),
      'ppppfp',
      85,
      ['5:fail:archive-without-root-skill'],
    ],
    [
      'without a SKILL.md',
      () => tarGzOf([{ name: 'README.md', content: 'x' }]),
      'ppppfp',
      85,
      ['5:fail:archive-without-root-skill'],
    ],
    ['with no entries', () => tarGzOf([]), 'ppppfp', 85, ['5:fail:archive-without-root-skill']],
    [
      'with paths that begin with "../../sources/site/"',
      () => tarGzOf([{ name: './SKILL.md', content: GOOD_SKILL }]),
      'ppppwp',
      93,
      ['5:warn:archive-dot-paths'],
    ],
    [
      'with ".."',
      () => tarGzOf([...files, { name: '../evil' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with an absolute path',
      () => tarGzOf([...files, { name: '/evil' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a link that stays inside',
      () => tarGzOf([...files, { name: 'l', type: 'symlink', linkname: 'SKILL.md' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a hard link',
      () => tarGzOf([...files, { name: 'l', type: 'link', linkname: 'SKILL.md' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a device',
      () => tarGzOf([...files, { name: 'd', type: 'block-device' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'that is a bomb',
      () => tarGzOf([...files, { name: 'zeros', content: Buffer.alloc(40 * 1024 * 1024) }]),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe'],
    ],
    [
      'of too many files',
      () => tarGzOf(Array.from({ length: 600 }, (_, i) => ({ name: `${i}` }))),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe', '5:fail:archive-without-root-skill'],
    ],
    [
      'that is noise',
      () => new TextEncoder().encode('noise'.repeat(300)),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe'],
    ],
    [
      'with scripts',
      () => tarGzOf([...files, { name: 'scripts/run.sh', content: 'true\n' }]),
      'pppppw',
      93,
      ['6:warn:archive-scripts'],
    ],
  ])('%s', async (_what, build, steps, score, findings) => {
    await expectOutcome(['', serveArchive(await build()), steps, score, findings]);
  });

  test('with the content type of another format is a warning', async () => {
    await expectOutcome([
      '',
      serveArchive(zipOf(files), 'application/gzip', '/tidy.zip'),
      'pppwpp',
      90,
      ['4:warn:artifact-content-type'],
    ]);
  });
});
