import { join } from 'node:path';
import { AssayError } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { NamedProbeSets } from '../contracts/probe-set.ts';
import type { ProbeFiles } from './read-probes.ts';
import { readText } from './read-text.ts';

/** Picks the quick set from the probes of a folder, in their order, as its `sets.yaml` names it. */
export async function readQuickSet(dir: string, probes: readonly ProbeFiles[]): Promise<ProbeFiles[]> {
  const file = join(dir, 'sets.yaml');
  const text = await readText(file);
  if (text === null) {
    throw new AssayError('FILE_NOT_FOUND', `${file}: expected the sets of probes, found nothing there.`);
  }
  const { quick } = parseYaml(NamedProbeSets, text, file);
  const unknown = quick.find((id) => !probes.some(({ probe }) => probe.id === id));
  if (unknown === undefined) return probes.filter(({ probe }) => quick.includes(probe.id));
  throw new AssayError('INPUT_INVALID', `${file}: there is no probe "${unknown}". Correct its id.`);
}
