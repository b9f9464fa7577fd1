import { expect, test } from 'vitest';
import { tomlPlaces } from '../../src/base/toml-places.ts';
import { BENCHFLOW_CASES } from '../../src/foreign/benchflow-cases/read-cases.ts';
import { textFile } from '../../src/foreign/drafting/file-text.ts';
import { matchesGlob } from '../../src/foreign/drafting/matches-glob.ts';
import { SKILLGRADE } from '../../src/foreign/skillgrade/read-skillgrade.ts';
import { TASK_MD_FORMAT } from '../../src/foreign/task-md/read-task-md.ts';
import { guessEnvironment } from '../../src/suites/starter/guess-environment.ts';

const SPACES = ' '.repeat(400_000);
const BREAKS = '\n'.repeat(200_000);

/** With an engine that goes back, each of these takes from half a minute to hours. */
test('lines of spaces in the files of a skill keep nobody waiting', () => {
  const files = Object.entries({
    'requirements.txt': `pandas${SPACES}x\nnumpy ${SPACES}# for tables`,
    'a.py': `import a${SPACES}.\nfrom ${SPACES}x\nimport yaml`,
    'b.mjs': `import ${SPACES}x`,
    'c.sh': `apt ${'-apt '.repeat(50_000)}\npip install ${SPACES}\nffmpeg -i a\napt-get -q -y --quiet install jo`,
  }).map(([path, text]) => textFile(path, text));
  expect(guessEnvironment(files).map(({ name }) => name)).toEqual([
    'ffmpeg',
    'jo',
    'python3-numpy',
    'python3-yaml',
    'pandasx',
  ]);
});

test.each([
  ['task.md', TASK_MD_FORMAT, `---\n${BREAKS}x`],
  ['eval.yaml', SKILLGRADE, `tasks:${BREAKS}x`],
  ['eval.yaml', SKILLGRADE, `tasks:\n instruction: x${BREAKS} - x`],
  ['evals.json', BENCHFLOW_CASES, '"cases":[{'.repeat(20_000)],
])('whether a hostile %s has a format is known at once', (path, { recognises }, text) => {
  const source = { files: [textFile(path, text)], entry: null, skill: null, skillName: null };
  expect(recognises(source)).toBe(false);
});

test('a long line of TOML and a long pattern keep nobody waiting', () => {
  expect([...tomlPlaces(`[${SPACES}\n[ a . b ] # c\nd = 1`)]).toEqual([
    ['["a","b"]', '2:1'],
    ['["a"]', '2:1'],
    ['["a","b","d"]', '3:1'],
  ]);
  expect(matchesGlob('['.repeat(20_000))('a')).toBe(false);
});
