import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { git } from '../../../src/sources/git/git.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const MIB = 1024 * 1024;
const [BLOB, REF_DELTA] = [3, 7];

/** A pack of two objects: some zeros, and an object that copies them many times over. */
function packThatGrows(times: number): Buffer {
  const zeros = Buffer.alloc(MIB);
  const name = createHash('sha1').update(`blob ${MIB}\0`).update(zeros).digest();
  const copyAll = Buffer.from([0xc0, MIB / 0x10000]);
  const delta = Buffer.concat([
    sizeOf(MIB),
    sizeOf(MIB * times),
    ...Array.from({ length: times }, () => copyAll),
  ]);
  const content = Buffer.concat([
    Buffer.from('PACK'),
    Buffer.from([0, 0, 0, 2, 0, 0, 0, 2]),
    ...[headOf(BLOB, MIB), deflateSync(zeros)],
    ...[headOf(REF_DELTA, delta.length), name, deflateSync(delta)],
  ]);
  return Buffer.concat([content, createHash('sha1').update(content).digest()]);
}

/** Seven bits a byte, the lowest first. */
function sizeOf(size: number): Buffer {
  const bytes: number[] = [];
  for (let rest = size; ; rest >>>= 7) {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    if (rest <= 0x7f) return Buffer.from(bytes);
  }
}

function headOf(type: number, size: number): Buffer {
  const rest = size >>> 4;
  const first = (type << 4) | (size & 0x0f);
  return rest === 0 ? Buffer.from([first]) : Buffer.concat([Buffer.from([first | 0x80]), sizeOf(rest)]);
}

test.each([
  [2, null],
  [1000, /allocat/],
])('a pack whose object copies another one %i times', async (times, refusal) => {
  const repository = temporaryFolder();
  const pack = join(repository, 'objects.pack');
  writeFileSync(pack, packThatGrows(times));
  const call = { repository, signal: new AbortController().signal, maxBytes: MIB };
  await git(['init', '--quiet', '--bare'], call);
  const unpacked = git(['index-pack', pack], call);
  if (refusal === null) await unpacked;
  else await expect(unpacked).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE', message: refusal });
});
