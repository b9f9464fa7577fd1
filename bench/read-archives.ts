import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SkillFolder } from '../src/contracts/skill.ts';
import { DEFAULT_SOURCE_LIMITS } from '../src/contracts/source-limits.ts';
import { promisedFormat } from '../src/sources/archive/archive-name.ts';
import { loadArchive } from '../src/sources/archive/load-archive.ts';
import { tarGzOf, tarOf } from '../test/sources/archive/tar-of.ts';
import { zipOf } from '../test/sources/archive/zip-of.ts';
import { readFiles } from './read-skills.ts';

type Entry = { name: string; content: Uint8Array; mode: number };

const PACKERS: Readonly<Record<string, (entries: readonly Entry[]) => Uint8Array | Promise<Uint8Array>>> = {
  zip: zipOf,
  skill: zipOf,
  tar: tarOf,
  tgz: tarGzOf,
};

/** Every folder below a root that is named like an archive, packed as one in memory and read as users' archives are. */
export async function readArchives(root: string): Promise<SkillFolder[]> {
  const names = readdirSync(root).sort();
  return (await Promise.all(names.map((name) => unpacked(root, name)))).flat();
}

async function unpacked(root: string, name: string): Promise<SkillFolder[]> {
  const pack = PACKERS[name.slice(name.lastIndexOf('.') + 1)];
  if (pack === undefined)
    throw new Error(`${name} is not named like an archive: ${Object.keys(PACKERS).join(', ')}`);
  const { skills } = await loadArchive(await pack(entriesOf(join(root, name))), {
    source: name,
    promised: promisedFormat(name),
    layout: name.endsWith('.skill') ? 'skill-file' : 'root',
    limits: DEFAULT_SOURCE_LIMITS,
  });
  if (skills.length === 0) throw new Error(`${name} holds no skill that can be read`);
  return skills.map(({ folder }) => folder);
}

function entriesOf(folder: string): Entry[] {
  return readFiles(folder).map(({ path, content, executable }) => ({
    name: path,
    content,
    mode: executable ? 0o100755 : 0o100644,
  }));
}
