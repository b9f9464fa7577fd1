import { expect, test } from 'vitest';
import { Environment, TaskEnvironment } from '../../../src/contracts/environment.ts';
import {
  environmentImage,
  needsRegistries,
  ownerOf,
  recipeOf as recipeOfSuite,
  stepsOf,
  taskRecipeOf,
  variablesOf,
} from '../../../src/sandbox/image/environment.ts';

const BASE = { tag: 'assay-sandbox:1', setup: 'assay setup' };
const below = Environment.parse({
  ...{ pip: ['openpyxl'], variables: { STYLE: 'plain' }, timeZone: 'Asia/Tokyo', locale: 'de_DE.UTF-8' },
});

function recipeOf(
  environment: TaskEnvironment,
  files: Readonly<Record<string, string>> = {},
  task = 'refund',
) {
  const given = Object.entries(files).map(([path, content]) => ({
    ...{ path, executable: false, content: Buffer.from(content) },
  }));
  return taskRecipeOf({ suite: 'orders', task, below }, TaskEnvironment.parse(environment), given);
}

function madeFrom(...given: Parameters<typeof recipeOf>) {
  const recipe = recipeOf(...given);
  return recipe ?? expect.unreachable();
}

test.each([
  {},
  { machine: { cpus: 2 } },
  { debian: [], variables: {} },
  { timeZone: 'Asia/Tokyo', locale: 'de_DE.UTF-8' },
])('a task with %j works in the image of its suite', (environment) => {
  expect(recipeOf(environment)).toBeNull();
});

test.each([undefined, {}, { machine: { memoryMib: 2048 } }, { pip: [], timeZone: 'UTC' }])(
  'a suite with %j works in the sandbox image',
  (environment) => {
    const given = environment === undefined ? undefined : Environment.parse(environment);
    expect(recipeOfSuite('orders', given, [])).toBeNull();
  },
);

test('only what a task adds is installed, in a zone and a locale that may be those of the image below', () => {
  const commands = (environment: TaskEnvironment) =>
    stepsOf(madeFrom(environment))
      .map(({ command }) => command)
      .slice(1, -1);
  expect(commands({ variables: { STYLE: 'fancy' } })).toEqual([]);
  expect(commands({ debian: ['jq'] })).toEqual(['apt-get -qq update', 'apt-get -qq --yes install jq']);
  expect(commands({ timeZone: 'UTC', locale: 'C.UTF-8' })).toEqual([
    expect.stringContaining('/usr/share/zoneinfo/UTC /etc/localtime'),
  ]);
  expect(commands({ locale: 'pt_BR.UTF-8' })).toEqual([
    'apt-get -qq update',
    'apt-get -qq --yes install locales',
    'localedef -i pt_BR -f UTF-8 pt_BR.UTF-8',
  ]);
});

test("a task's variables are added to those of the image below, and its Node packages are found first", () => {
  expect(variablesOf(madeFrom({ npm: ['docx'], variables: { RATE: '2' } }))).toEqual({
    ...{ RATE: '2', TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
    NODE_PATH: '/opt/environment-of-task/node_modules',
  });
  expect(
    stepsOf(madeFrom({ npm: ['docx'] })).some(({ command }) => command.includes(' /opt/environment ')),
  ).toBe(false);
});

test.each([
  [{ variables: { STYLE: 'fancy' } }, {}, false],
  [{}, { Dockerfile: 'ARG BASE_IMAGE\n', 'files/etc/a': 'b' }, false],
  [{ timeZone: 'UTC', locale: 'C.UTF-8' }, {}, false],
  [{ locale: 'pt_BR.UTF-8' }, {}, true],
  [{ debian: ['jq'] }, {}, true],
  [{ pip: ['numpy'] }, {}, true],
  [{ npm: ['docx'] }, {}, true],
  [{}, { 'requirements.txt': 'numpy\n' }, true],
  [{}, { 'package.json': '{}' }, true],
])('whether %j with %j asks registries: %j', (environment, files, expected) => {
  expect(needsRegistries(madeFrom(environment, files))).toBe(expected);
});

test('tasks that need the same share an image, and what differs makes another one', () => {
  const image = (...given: Parameters<typeof recipeOf>) => environmentImage(BASE, madeFrom(...given)).tag;
  const files = { 'files/etc/rates.csv': 'eur\n' };
  const tags = [
    image({ pip: ['numpy'] }),
    image({ pip: ['numpy'] }, files),
    image({ pip: ['numpy'] }, { 'files/etc/rates.csv': 'usd\n' }),
    image({ pip: ['numpy'], variables: { STYLE: 'fancy' } }),
    environmentImage({ ...BASE, tag: 'assay-sandbox:2' }, madeFrom({ pip: ['numpy'] })).tag,
  ];
  expect(new Set(tags).size).toBe(tags.length);
  expect(image({ pip: ['numpy'] }, files, 'return')).toBe(tags[1]);
  expect(ownerOf(madeFrom({ pip: ['numpy'] }))).toBe('orders/refund');
});
