import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { z } from 'zod';
import { parseStored } from '../base/parse-stored.ts';
import { RelativePath } from '../contracts/identifiers.ts';
import { SaidTurn } from './said-turn.ts';
import type { WatchedSkill } from './sightings/skill-watch.ts';
import { unpackStored } from './wire-log/read-wire-log.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
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
  tools: z.array(z.string()).exactOptional(),
  prompt: z.string(),
  turns: z.array(SaidTurn).exactOptional(),
  knownTexts: z.array(z.string()),
  cwd: z.string().exactOptional(),
  home: z.string().exactOptional(),
});

/** `knownFiles` are known texts that are read only where they are packed: a workspace may be large. */
export type Watchable = WatchedSkill & { knownFiles?: readonly Uint8Array[] };

/** Packs what a trial's traffic is searched for, to be stored beside the raw wire. */
export async function packWatched({
  files,
  knownTexts = [],
  knownFiles = [],
  ...skill
}: Watchable): Promise<Uint8Array> {
  const packed = files?.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content).toString('base64'),
  }));
  const texts = [...knownTexts, ...knownFiles.map((content) => decoder.decode(content))];
  return await compress(JSON.stringify({ ...skill, knownTexts: texts, files: packed ?? null }));
}

export function unpackWatched(packed: Uint8Array): WatchedSkill {
  const what = 'text that the raw wire is searched for';
  const { files, ...skill } = parseStored(Packed, unpackStored(packed, what).toString(), what);
  const read = files?.map((file) => ({ ...file, content: Buffer.from(file.content, 'base64') }));
  return read === undefined ? skill : { ...skill, files: read };
}
