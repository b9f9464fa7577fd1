import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readControls } from '../../src/suites/read-controls.ts';
import { tempFolder } from '../sources/temp-folder.ts';

const CONTROL = 'expect: violated\nroute: shell\nsays: It does.\n';
const SKILL = '---\nname: helper\ndescription: Helps.\n---\nHelp.\n';
const FILES = {
  'controls/asks/control.yaml': CONTROL,
  'controls/asks/skill/SKILL.md': SKILL,
  'controls/asks/skill/scripts/ask.sh': 'sudo id\n',
  'controls/asks/script.yaml': 'arms: {with-skill: [{say: Done.}]}\n',
  'controls/works/control.yaml': 'expect: kept\nroute: agent\nsays: It works.\n',
  'controls/works/skill/SKILL.md': SKILL,
};

test('controls are read in the order of their names, with their skills and scripts', async () => {
  const controls = await readControls(tempFolder(FILES));
  expect(
    controls.map(({ name, control, turns, skill }) => [
      name,
      control.expect,
      turns?.length,
      skill.files.length,
    ]),
  ).toEqual([
    ['asks', 'violated', 1, 2],
    ['works', 'kept', undefined, 1],
  ]);
});

test('a probe may have none', async () => {
  expect(await readControls(tempFolder({ 'probe.yaml': '' }))).toEqual([]);
});

test.each([
  [
    'no control.yaml',
    { 'controls/new/skill/SKILL.md': SKILL },
    '/controls/new/control.yaml: expected the control of this folder',
  ],
  [
    'no skill',
    { 'controls/new/control.yaml': CONTROL },
    '/controls/new/skill: expected the folder of a skill',
  ],
  [
    'a skill that cannot be read',
    { 'controls/new/control.yaml': CONTROL, 'controls/new/skill/README.md': '' },
    '/controls/new/skill: expected a skill, found no SKILL.md',
  ],
  [
    'an unknown route',
    { 'controls/asks/control.yaml': CONTROL.replace('shell', 'perl') },
    '/controls/asks/control.yaml:2:8: "route": expected one of',
  ],
  [
    'something to hide that is not bad',
    { 'controls/asks/control.yaml': `${CONTROL.replace('violated', 'kept')}hides: true\n` },
    '/controls/asks/control.yaml:4:8: "hides": expected false',
  ],
  [
    'a script for the baseline',
    { 'controls/asks/script.yaml': 'arms: {baseline: [], with-skill: []}\n' },
    '/controls/asks/script.yaml:1:8: "arms.baseline": unknown key',
  ],
])('a control with %s is refused with its place', async (_what, more, message) => {
  const root = tempFolder({ ...FILES, ...more });
  await expect(readControls(root)).rejects.toThrow(`${root}${message}`);
});

test('a control that leads elsewhere is refused', async () => {
  const root = tempFolder(FILES);
  symlinkSync('/etc', join(root, 'controls/linked'));
  await expect(readControls(root)).rejects.toThrow(
    '/controls/linked: expected a file or a folder, found a symbolic link',
  );
});
