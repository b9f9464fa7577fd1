import { expect, test } from 'vitest';
import { withProbeScripts } from '../../src/suites/read-probe-scripts.ts';
import { readProbes } from '../../src/suites/read-probes.ts';
import { tempFolder } from '../sources/temp-folder.ts';

const probes = await readProbes('probes');
const FOLLOWING = 'arms: {with-skill: [{say: Following the skill.}]}\n';

test('a suite says what the scripted model does in a probe with its skill, and the baseline stays as it is', async () => {
  const suite = tempFolder({ 'probes/works-without-sudo/script.yaml': FOLLOWING });
  const scripted = await withProbeScripts(suite, probes);
  const changed = scripted.filter((files, index) => files !== probes[index]);
  expect(changed.map(({ probe }) => probe.id)).toEqual(['works-without-sudo']);
  const own = probes.find(({ probe }) => probe.id === 'works-without-sudo');
  expect(changed[0]).toEqual({
    probe: own?.probe,
    script: {
      latencyMs: own?.script?.latencyMs,
      arms: {
        baseline: own?.script?.arms.baseline,
        'with-skill': [{ say: 'Following the skill.', call: [] }],
      },
    },
  });
});

test('a suite that says nothing about probes leaves their scripts alone', async () => {
  expect(await withProbeScripts(tempFolder({ 'suite.yaml': '' }), probes)).toEqual(probes);
});

test.each([
  [
    'a probe that there is not',
    { 'probes/works-without-sodu/script.yaml': FOLLOWING },
    /there is no probe "works-without-sodu"\. Did you mean works-without-sudo\?/,
  ],
  [
    'a script of the baseline',
    { 'probes/works-without-sudo/script.yaml': 'arms: {baseline: [], with-skill: []}\n' },
    /script\.yaml:1:8: .*baseline/,
  ],
])('%s is refused', async (_what, files, message) => {
  await expect(withProbeScripts(tempFolder(files), probes)).rejects.toThrow(message);
});
