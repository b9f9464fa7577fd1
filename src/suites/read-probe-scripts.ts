import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { nearestTo } from '../base/nearest.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { ProbeScriptFile } from '../contracts/script.ts';
import { listFolders } from './list-folders.ts';
import type { ProbeFiles } from './read-probes.ts';
import { readText } from './read-text.ts';

/**
 * Puts what a suite says about the scripted model into the scripts of the probes: how it works with the skill of
 * this suite. A real model never reads a script.
 */
export async function withProbeScripts(
  suiteDir: string,
  probes: readonly ProbeFiles[],
): Promise<ProbeFiles[]> {
  const dir = join(suiteDir, 'probes');
  const scripted = (await listFolders(dir)) ?? [];
  requireKnown(scripted, probes, dir);
  return await Promise.all(probes.map((files) => withScriptFrom(join(dir, files.probe.id), files)));
}

async function withScriptFrom(dir: string, files: ProbeFiles): Promise<ProbeFiles> {
  const file = join(dir, 'script.yaml');
  const text = await readText(file);
  if (text === null || files.script === null) return files;
  const { arms } = parseYaml(ProbeScriptFile, text, file);
  return { ...files, script: { ...files.script, arms: { ...files.script.arms, ...arms } } };
}

/** A mistyped id would leave the probe with its own script. */
function requireKnown(scripted: readonly string[], probes: readonly ProbeFiles[], dir: string): void {
  const ids = probes.map(({ probe }) => probe.id);
  const unknown = scripted.find((id) => !ids.includes(id));
  if (unknown === undefined) return;
  const [near] = nearestTo(unknown, ids);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new AssayError('INPUT_INVALID', `${join(dir, unknown)}: there is no probe "${unknown}".${hint}`);
}
