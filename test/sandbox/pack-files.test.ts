import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFiles } from '../../src/sandbox/pack-files.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

test('no two names become one, whatever bytes they are made of', async () => {
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
