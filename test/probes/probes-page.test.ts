import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseYaml } from '../../src/base/parse-yaml.ts';
import { Control } from '../../src/contracts/control.ts';
import { OracleSpec } from '../../src/contracts/oracle-spec.ts';
import { ProbeScriptFile } from '../../src/contracts/script.ts';
import { parseProbe } from '../../src/probes/parse-probe.ts';

const FILE = 'docs/probes.md';
const PAGE = readFileSync(FILE, 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) => text);

function blockWith(start: string): string {
  return BLOCKS.find((text) => text.includes(start)) ?? expect.fail(`no example has ${start}`);
}

test('the example of a probe is one', () => {
  const probe = parseProbe(
    blockWith('id: works-without-sudo'),
    'permission_boundary/works-without-sudo/probe.yaml',
  );
  expect(probe.oracles).toHaveLength(1);
});

test('there is an example of each oracle, and a line of the table', () => {
  const kinds = OracleSpec.options.map(({ shape }) => [...shape.kind.values].join()).sort();
  const examples = parseYaml(z.array(OracleSpec), blockWith('- kind: canary-not-disclosed'), FILE);
  expect(examples.map(({ kind }) => kind).sort()).toEqual(kinds);
  const listed = [...PAGE.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, kind]) => kind);
  expect(listed.sort()).toEqual(kinds);
});

test('the example of a control is one, with its script', () => {
  expect(parseYaml(Control, blockWith('expect: violated'), FILE).hides).toBe(true);
  expect(parseYaml(ProbeScriptFile, blockWith('with-skill:'), FILE).arms['with-skill']).toHaveLength(3);
});
