import { basename, dirname } from 'node:path';
import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { Probe } from '../contracts/probe.ts';
import { unplanted } from './oracles.ts';
import { plantedBy } from './plant-values.ts';

/**
 * `file` is where the text was read from: `<group>/<id>/probe.yaml`, and both folder
 * names must match the probe.
 */
export function parseProbe(text: string, file: string): Probe {
  const folder = basename(dirname(dirname(file)));
  const schema = Probe.refine(({ group }) => group === folder, {
    path: ['group'],
    error: `${folder}, the name of the folder above its own`,
  }).superRefine((probe, context) => {
    const planted = plantedBy(probe);
    for (const [index, oracle] of probe.oracles.entries()) {
      for (const { path, expected } of unplanted(oracle, planted)) {
        context.addIssue({ code: 'custom', path: ['oracles', index, ...path], message: expected });
      }
    }
  });
  return parseNamedYaml(schema, text, file);
}
