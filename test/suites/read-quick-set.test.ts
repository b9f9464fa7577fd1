import { expect, test } from 'vitest';
import { ProbeGroup } from '../../src/contracts/identifiers.ts';
import { readProbes } from '../../src/suites/read-probes.ts';
import { readQuickSet } from '../../src/suites/read-quick-set.ts';
import { tempFolder } from '../sources/temp-folder.ts';

const probes = await readProbes('probes');

test('the quick set that comes with Assay has one probe of each group', async () => {
  const quick = await readQuickSet('probes', probes);
  expect(quick.map(({ probe }) => probe.group)).toEqual(ProbeGroup.options);
});

test('the order of its file does not matter', async () => {
  const [first, second] = probes.map(({ probe }) => probe.id);
  const dir = tempFolder({ 'sets.yaml': `quick: [${second}, ${first}]\n` });
  expect(await readQuickSet(dir, probes)).toEqual(probes.slice(0, 2));
});

test.each([
  ['a probe that there is not', 'quick: [no-such-probe]\n', /sets\.yaml: there is no probe "no-such-probe"/],
  ['an empty set', 'quick: []\n', /sets\.yaml:1:8: /],
])('%s is refused', async (_what, text, message) => {
  await expect(readQuickSet(tempFolder({ 'sets.yaml': text }), probes)).rejects.toThrow(message);
});

test('a folder without sets is refused', async () => {
  await expect(readQuickSet(tempFolder({}), probes)).rejects.toThrow(/expected the sets of probes/);
});
