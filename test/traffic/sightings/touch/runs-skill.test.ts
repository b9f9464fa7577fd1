import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Globs } from '../../../../src/traffic/sightings/touch/matches-glob.ts';
import { runsSkill } from '../../../../src/traffic/sightings/touch/runs-skill.ts';

const ROOT = '/skills/tidy';
const RUN = `python3 ${ROOT}/tidy.py`;
const place = {
  root: ROOT,
  files: ['SKILL.md', 'tidy.py', 'run.sh', 'lib/__main__.py', 'lib/x.mjs'],
  executables: ['run.sh'],
  cwd: '/workspace',
  home: '/home/agent',
  get globs() {
    return new Globs();
  },
};

test.each([
  RUN,
  `${RUN} contacts.csv -o clean.csv && head clean.csv`,
  `${RUN} in.csv > out.csv 2>&1`,
  `${RUN} in.csv | tee log`,
  `cat in.csv | ${RUN}`,
  `python3 -u ${ROOT}/tidy.py`,
  `timeout 60 ${RUN} & `,
  `time ${RUN}`,
  `A=1 env B=2 ${RUN}`,
  `${ROOT}/run.sh`,
  `bash -eu ${ROOT}/run.sh`,
  `. ${ROOT}/run.sh`,
  `node ${ROOT}/lib/x.mjs`,
  `cd ${ROOT} && python3 tidy.py`,
  `cd ${ROOT}/lib; node x.mjs`,
  `cd ${ROOT} && ./run.sh`,
  `cd ${ROOT} && python3 -m lib`,
  `cd /workspace && ${RUN}`,
  `set -euo pipefail\n\ncd ${ROOT}\npython3 tidy.py`,
  `# tidies\necho start && \\\n  ${RUN}`,
  `echo start &&\n${RUN}`,
  `mkdir -p out; ls; ${RUN}`,
  `false || true; ${RUN}`,
  `cd nowhere; ${RUN}`,
  `bash -lc '${RUN}'`,
  `X=$(${RUN})`,
  `echo "$(cd ${ROOT} && python3 tidy.py)"`,
  `2>/dev/null python3 -u 2>&1 ${ROOT}/tidy.py`,
  `echo $'it\\'s'; ${RUN}`,
  `python3 $'${ROOT}/tidy.py'`,
])('a command that is certain to run the skill is recognised: %s', (command) => {
  expect(runsSkill({ command }, place)).toBe(true);
});

test.each([
  `false && ${RUN}`,
  `true || ${RUN}`,
  `true && false && ${RUN}`,
  `test -f nothing && ${RUN}`,
  `grep -q x in.csv && ${RUN}`,
  `cd nowhere && ${RUN}`,
  `cd nowhere; python3 ../skills/tidy/tidy.py`,
  `set -e; cd nowhere; ${RUN}`,
  `set -e; false; ${RUN}`,
  `set -n; ${RUN}`,
  `set -u; echo $NOTHING; ${RUN}`,
  `exit; ${RUN}`,
  `exec true; ${RUN}`,
  `sleep infinity; ${RUN}`,
  `kill $$; ${RUN}`,
  `if false; then ${RUN}; fi`,
  `if true; then true; else ${RUN}; fi`,
  `while false; do ${RUN}; done`,
  `for f in $(true); do ${RUN}; done`,
  `case a in b) ${RUN};; esac`,
  `f() { ${RUN}; }`,
  `f() {\n${RUN}\n}`,
  `function f { ${RUN}; }`,
  `python3() { :; }; ${RUN}`,
  `alias python3=true; ${RUN}`,
  `PATH=/tmp ${RUN}`,
  `export PATH=/tmp; ${RUN}`,
  `(exit; ${RUN})`,
  `[ a = b ] && { ${RUN}; }`,
  `X=$(sleep infinity); ${RUN}`,
  `echo ${RUN}`,
  `# ${RUN}`,
  `cat <<EOF\n${RUN}\nEOF`,
  `cat <<EOF\n EOF\n${RUN}\nEOF`,
  `echo '\n${RUN}\n'`,
  `echo $'\\'; ${RUN}; \\''`,
  `echo \${X:-\`}; ${RUN}`,
  `bash -nc '${RUN}'`,
  `bash -c true '${RUN}'`,
  `bash -n ${ROOT}/run.sh`,
  `python3 --version ${ROOT}/tidy.py`,
  `python3 -c pass ${ROOT}/tidy.py`,
  `python3 other.py ${ROOT}/tidy.py`,
  `python3 -u`,
  `python3 -m tidy`,
  `${ROOT}/tidy.py`,
  `${ROOT}/gone.sh`,
  `ruby ${ROOT}/tidy.py`,
  `cat ${ROOT}/tidy.py`,
  `${RUN} < nothing`,
  `${RUN} > /nowhere/out.csv`,
  `cd ${ROOT} && python3 tidy.py > out.csv`,
  `timeout 0 ${RUN}`,
  `python3 ${ROOT}/*.py`,
  `python3 "${ROOT}/ti\\dy.py"`,
  `${RUN}\r`,
  `${RUN}\u00a0`,
  `${RUN} "in.csv`,
  `${RUN} 'in.csv`,
  `${RUN} "$(ls"`,
  `${RUN} $(ls`,
  `((0)) && ${RUN}`,
  `echo $((1/0)); ${RUN}`,
  `echo \${X?}; ${RUN}`,
  '',
])('a command that might not run the skill, or does something else, is not: %s', (command) => {
  expect(runsSkill({ command }, place)).toBe(false);
});

test.each([
  [{ command: ['python3', `${ROOT}/tidy.py`] }, true],
  [{ command: ['bash', '-lc', RUN] }, true],
  [{ cmd: 'python3 tidy.py', workdir: ROOT }, true],
  [{ commands: ['ls', RUN] }, true],
  [{ command: ['echo', `${ROOT}/tidy.py`] }, false],
  [{ code: `import subprocess; subprocess.run(['python3', '${ROOT}/tidy.py'])` }, false],
  [{ path: `${ROOT}/tidy.py` }, false],
  [{ content: RUN }, false],
])('whether the input %j of any tool runs the skill: %s', (input, expected) => {
  expect(runsSkill(input, place)).toBe(expected);
});

test('a tilde is the agent’s home unless it is quoted', () => {
  const runs = (command: string) => runsSkill({ command }, { ...place, home: '/skills' });
  expect(['~', '"~"', "'~'", '\\~'].map((home) => runs(`python3 ${home}/tidy/tidy.py`))).toEqual([
    ...[true, false, false, false],
  ]);
});

test('if the files are unknown, any path below the folder counts', () => {
  expect(runsSkill({ command: `${ROOT}/new.sh` }, { ...place, files: null })).toBe(true);
});

test('a condition that is false prevents everything after it from running', () => {
  const part = fc.constantFrom(
    RUN,
    'ls',
    'echo',
    '&&',
    ';',
    '|',
    '\n',
    '(',
    ')',
    '{',
    '}',
    '||',
    `cd ${ROOT}`,
    '"',
    "'",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      expect(runsSkill({ command: `if false; then\n${parts.join(' ')}\nfi` }, place)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['with endless nesting', `bash -c "$(${'echo "$('.repeat(20_000)}`],
  ['of endless commands', 'ls;'.repeat(20_000)],
  ['of nested folders', 'cd a\n'.repeat(10_000)],
])('a command line %s is read to its end', (_, command) => {
  expect(runsSkill({ command }, place)).toBe(false);
});
