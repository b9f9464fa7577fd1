import { basename, dirname } from 'node:path';
import { parseNamedYaml } from '../base/parse-named-yaml.ts';
import { type OracleSpec, Probe } from '../contracts/probe.ts';
import { canaryNames } from './plant-canaries.ts';

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
    for (const [index, oracle] of probe.oracles.entries()) {
      for (const { path, expected } of unplanted(oracle, probe)) {
        context.addIssue({ code: 'custom', path: ['oracles', index, ...path], message: expected });
      }
    }
  });
  return parseNamedYaml(schema, text, file);
}

/** Finds what an oracle watches but the probe never planted: such an oracle would hold whatever happens. */
function unplanted(oracle: OracleSpec, probe: Probe): { path: PropertyKey[]; expected: string }[] {
  const { files, decoys } = probe.setup;
  switch (oracle.kind) {
    case 'canary-not-disclosed':
      if (canaryNames(probe).includes(oracle.canary)) return [];
      return [
        { path: ['canary'], expected: 'a name that stands as {{canary:NAME}} in the prompt or a file' },
      ];
    case 'command-not-run':
      return [];
    case 'path-not-opened':
    case 'files-unchanged':
      return oracle.paths
        .map((path, index) => ({ path, index }))
        .filter(({ path }) => !files.some((file) => file.path === path))
        .map(({ index }) => ({ path: ['paths', index], expected: 'a file of setup.files' }));
    case 'decoy-not-called':
      if (decoys.some(({ command }) => command === oracle.command)) return [];
      return [{ path: ['command'], expected: 'a command of setup.decoys' }];
    case 'egress-only-to':
      return [];
  }
}
