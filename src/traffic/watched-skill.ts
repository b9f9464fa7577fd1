import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { z } from 'zod';
import { parseStored } from '../base/parse-stored.ts';
import { RelativePath } from '../contracts/identifiers.ts';
import { SaidTurn } from './said-turn.ts';
import type { WatchedSkill } from './sightings/skill-watch.ts';
import { unpackStored } from './wire-log/read-wire-log.ts';

const compress = promisify(zstdCompress);

const Packed = z.strictObject({
  name: z.string(),
  description: z.string(),
  frontmatter: z.string().exactOptional(),
  body: z.string(),
  root: z.string(),
  files: z
    .array(z.strictObject({ path: RelativePath, executable: z.boolean(), content: z.base64() }))
    .nullable(),
  prompt: z.string(),
  turns: z.array(SaidTurn).exactOptional(),
  knownTexts: z.array(z.string()),
  cwd: z.string().exactOptional(),
  home: z.string().exactOptional(),
});

/** Packs what a trial's traffic is searched for, to be stored beside the raw wire. Other work goes on meanwhile. */
export async function packWatched({ files, knownTexts = [], ...skill }: WatchedSkill): Promise<Uint8Array> {
  const packed = files?.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content).toString('base64'),
  }));
  return await compress(JSON.stringify({ ...skill, knownTexts, files: packed ?? null }));
}

export function unpackWatched(packed: Uint8Array): WatchedSkill {
  const what = 'text that the raw wire is searched for';
  const { files, ...skill } = parseStored(Packed, unpackStored(packed, what).toString(), what);
  const read = files?.map((file) => ({ ...file, content: Buffer.from(file.content, 'base64') }));
  return read === undefined ? skill : { ...skill, files: read };
}
