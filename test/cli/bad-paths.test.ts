import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssayHere } from '../fixtures/run-assay-here.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const FILES = {
  empty: '',
  binary: '\u0000\ufffd\u0001\u0002',
  'broken.yaml': 'a: [',
  'broken.json': '{"a": [',
  'wrong.json': '[1, 2]',
  'more-wrong.json': '{"tasks": 7, "models": "x", "entries": {}}',
};
/** Of everything that can be wrong with a path, one. */
function badPlaces() {
  const folder = temporaryFolder();
  const skill = join(folder, 'tidy');
  mkdirSync(skill);
  writeFileSync(
    join(skill, 'SKILL.md'),
    '---\nname: tidy\ndescription: Tidies. Use it when untidy.\n---\nTidy.\n',
  );
  mkdirSync(join(folder, 'a-folder'));
  symlinkSync('in-a-circle', join(folder, 'in-a-circle'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const env = {
    ASSAY_RESULTS: join(folder, 'results'),
    ASSAY_STATE_DIR: join(folder, 'state'),
    ...{ ANTHROPIC_API_KEY: '', ANTHROPIC_API_KEY_FILE: '' },
    DOCKER_HOST: 'unix:///nonexistent/docker.sock',
  };
  return { folder, skill, env };
}

const DRY = ['run', 'csv-tidy', '--dry-run'];

/** What the system, the parsers and the schemas say among themselves. */
const RAW =
  /\bE[A-Z]{3,}\b:|\n\s+at |node:|ZodError|Invalid input|SQLITE_|Unexpected token|\[object|did not expect/;

const LOST = ['missing', 'a-folder', 'in-a-circle', 'empty/below-a-file'];
const TOO_LONG = 'x'.repeat(300);
const READ = [...LOST, 'empty', 'binary', 'broken.json', 'more-wrong.json'];
const WRITTEN = ['a-folder', 'in-a-circle/x', 'empty/below-a-file'];
const RESULTS = ['in-a-circle', 'empty', 'a-folder'];

const COMMANDS: [string, string[], (place: string, skill: string) => string[]][] = [
  ['check', [...LOST, 'binary', TOO_LONG], (place) => ['check', place]],
  ['check --baseline', READ, (place, skill) => ['check', skill, '--baseline', place]],
  [
    'check --write-baseline',
    WRITTEN,
    (place, skill) => ['check', skill, '--write-baseline', place, '--reason', 'r'],
  ],
  ['check --output', WRITTEN, (place, skill) => ['check', skill, '--output', place]],
  ['check-site', ['missing'], (place) => ['check-site', place]],
  ['explain', ['missing'], (place) => ['explain', place]],
  ['schema', ['missing'], (place) => ['schema', place]],
  ['score', READ, (place) => ['score', place]],
  ['run', [...LOST, 'binary'], (place) => ['run', place, '--dry-run']],
  ['run --skill', [...LOST, 'binary'], (place) => [...DRY, '--skill', place]],
  ['run --providers', ['a-folder', 'wrong.json'], (place) => [...DRY, '--model', 'm', '--providers', place]],
  ['run --prices', ['missing', 'broken.yaml'], (place) => [...DRY, '--prices', place]],
  ['run --replay', ['missing', 'empty'], (place) => [...DRY, '--replay', place]],
  ['run --record', ['empty', 'in-a-circle/x'], (place) => ['run', 'csv-tidy', '--record', place]],
  ['run --resume', RESULTS, (place) => ['run', '--resume', 'x', '--results', place]],
  ['show', RESULTS, (place) => ['show', 'x', '--results', place]],
  ['report', ['in-a-circle'], (place) => ['report', 'x', '--results', place]],
  ['rescore', ['in-a-circle'], (place) => ['rescore', 'x', '--results', place]],
];

test.each(COMMANDS)(
  '%s explains in plain words what is wrong with a path',
  async (_, places, argsFor) => {
    const { folder, skill, env } = badPlaces();
    for (const name of places) {
      const args = argsFor(join(folder, name), skill);
      const { status, stdout, stderr } = await runAssayHere(args, { env });
      const told = `${stdout}${stderr}`;
      expect({ name, told }).toEqual({ name, told: expect.not.stringMatching(RAW) });
      expect([name, status]).toEqual([name, expect.toSatisfy((code) => [1, 2, 3].includes(code))]);
      expect(told).not.toBe('');
    }
  },
  60_000,
);
