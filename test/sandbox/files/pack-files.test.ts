import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packContents, packFiles } from '../../../src/sandbox/files/pack-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

test('distinct names stay distinct, whatever bytes they contain', async () => {
  const names = [
    '\udcff',
    '\udcfe',
    '\ufffd',
    'a\udc80b',
    'ÿ',
    `${'long'.repeat(60)}\udcff`,
    'new\nline',
    '😀',
  ];
  const files = names.map((name) => ({
    ...{ path: `/w/${name}`, executable: false },
    content: Buffer.from(JSON.stringify(name)),
  }));
  const folder = temporaryFolder();
  execFileSync('tar', ['--extract', `--directory=${folder}`], { input: await packFiles(files) });
  const found = readdirSync(join(folder, 'w'), { encoding: 'buffer' }).map((name) => [
    name.toString('latin1'),
    readFileSync(Buffer.concat([Buffer.from(`${folder}/w/`), name]), 'utf8'),
  ]);
  const latin1 = (text: string) => Buffer.from(text).toString('latin1');
  expect(new Map(found.map(([name = '', text = '']) => [JSON.parse(text), name]))).toEqual(
    new Map([
      ['\udcff', '\xff'],
      ['\udcfe', '\xfe'],
      ['\ufffd', latin1('\ufffd')],
      ['a\udc80b', 'a\x80b'],
      ['ÿ', latin1('ÿ')],
      [`${'long'.repeat(60)}\udcff`, `${'long'.repeat(60)}\xff`],
      ['new\nline', 'new\nline'],
      ['😀', latin1('😀')],
    ]),
  );
});

test('folders, hard links, pipes and links keep their kind, whatever their names and targets', async () => {
  const long = `${'long/'.repeat(500)}\n\udcff`;
  const links = ['../a', 'ü', '\udcfe', long].map((target, index) => {
    return { path: `/w/link${index}`, kind: 'link' as const, target };
  });
  const contents = {
    files: [{ path: '/w/\udcff', executable: true, content: Buffer.from('1') }],
    entries: [
      ...links,
      { path: '/w/name', kind: 'name' as const, of: '/w/\udcff' },
      { path: '/w/pipe', kind: 'pipe' as const, isReadable: true },
      { path: '/w/shut', kind: 'file' as const, isReadable: false },
      { path: '/w/shut-folder', kind: 'folder' as const, isReadable: false },
      { path: '/w/folder', kind: 'folder' as const, isReadable: true },
    ],
  };
  const folder = temporaryFolder();
  execFileSync('tar', ['--extract', `--directory=${folder}`], { input: await packContents(contents) });
  const at = (name: string) => join(folder, 'w', name);
  expect(links.map((_, index) => readlinkSync(at(`link${index}`), 'latin1'))).toEqual([
    '../a',
    '\xc3\xbc',
    '\xfe',
    long.replace('\udcff', '\xff'),
  ]);
  expect(readFileSync(at('name'), 'utf8')).toBe('1');
  expect(statSync(at('name')).nlink).toBe(2);
  expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  const modes = ['pipe', 'shut', 'shut-folder', 'folder'].map((name) => lstatSync(at(name)).mode & 0o777);
  expect(modes).toEqual([0o644, 0, 0, 0o755]);
});

test('packing names takes linear time, however deep they are', async () => {
  const deep = `/w${'/d'.repeat(30_000)}`;
  const entries = Array.from({ length: 200 }, (_, index) => {
    return { path: `${deep}/${index}\udcff`, kind: 'link' as const, target: deep };
  });
  expect((await packContents({ files: [], entries })).length).toBeGreaterThan(200 * 2 * deep.length);
});
