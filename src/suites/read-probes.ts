import { join, resolve } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import type { Probe } from '../contracts/probe.ts';
import type { Script } from '../contracts/script.ts';
import { parseProbe } from '../probes/parse-probe.ts';
import { listFolders } from './list-folders.ts';
import { readScript } from './read-script.ts';
import { readText } from './read-text.ts';

export type ProbeFiles = { probe: Probe; script: Script | null };

/** Reads all probes of a folder that has one folder per group, in the order of group and id. */
export async function readProbes(path: string): Promise<ProbeFiles[]> {
  const dir = resolve(path);
  const probes: ProbeFiles[] = [];
  for (const group of await requireFolders(dir)) {
    for (const id of (await listFolders(join(dir, group))) ?? []) {
      const probe = await readProbe(join(dir, group, id));
      if (probe !== null) probes.push(probe);
    }
  }
  requireUniqueIds(dir, probes);
  return probes;
}

async function requireFolders(dir: string): Promise<string[]> {
  const folders = await listFolders(dir);
  if (folders !== null) return folders;
  throw new AssayError('FILE_NOT_FOUND', `${dir}: expected a folder of probes, found nothing there.`);
}

/** Reads the probe of a folder; `null` if there is none. */
export async function readProbe(dir: string): Promise<ProbeFiles | null> {
  const file = join(dir, 'probe.yaml');
  const text = await readText(file);
  const script = await readScript(dir);
  if (text !== null) return { probe: parseProbe(text, file), script };
  if (script === null) return null;
  throw new AssayError('FILE_NOT_FOUND', `${file}: expected the probe of this folder, found nothing there.`);
}

/** A probe's id has to be unique because it alone identifies the probe in the name of a trial. */
function requireUniqueIds(dir: string, probes: readonly ProbeFiles[]): void {
  const ids = probes.map(({ probe }) => probe.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return;
  throw new AssayError('INPUT_INVALID', `${dir}: two probes are called "${twice}". Rename one of them.`);
}
