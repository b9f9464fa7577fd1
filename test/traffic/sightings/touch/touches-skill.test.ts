import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Globs } from '../../../../src/traffic/sightings/touch/matches-glob.ts';
import { touchesSkill } from '../../../../src/traffic/sightings/touch/touches-skill.ts';

const place = {
  root: '/home/agent/.claude/skills/tidy',
  files: ['SKILL.md', 'tidy.py', 'scripts/check it.sh', 'data/codes.csv'],
  executables: [],
  cwd: '/workspace',
  home: '/home/agent',
  get globs() {
    return new Globs();
  },
};
const ROOT = place.root;

test.each([
  `cat ${ROOT}/SKILL.md`,
  `head -20 '${ROOT}/SKILL.md' | wc -l`,
  `python3 ${ROOT}/tidy.py < in.csv > out.csv`,
  `cd ${ROOT} && python3 tidy.py`,
  `cd ${ROOT}; ./tidy.py`,
  `cd ${ROOT}/scripts\n"./check it.sh"`,
  `cd ${ROOT} && python3 -m tidy`,
  'cat ~/.claude/skills/tidy/SKILL.md',
  'cat "$HOME/.claude/skills/tidy/SKILL.md"',
  `cat \${HOME}/.claude/skills/tidy/SKILL.md`,
  'cat ../home/agent/.claude/skills/tidy/SKILL.md',
  'cat ~/.claude/skills/*/SKILL.md',
  `cat ${ROOT}/{SKILL,OTHER}.md`,
  `cat ${ROOT}/[ST]KILL.m?`,
  `S=${ROOT}; python3 $S/tidy.py`,
  `export S=${ROOT} && bash -c "python3 $S/tidy.py"`,
  `bash -lc 'cat ${ROOT}/SKILL.md'`,
  `sh ${ROOT}/scripts/check\\ it.sh`,
  `. "${ROOT}/scripts/check it.sh"`,
  `echo "$(cat ${ROOT}/SKILL.md)"`,
  `echo \`cat ${ROOT}/SKILL.md\``,
  `grep -rn columns ${ROOT}`,
  `cp -r ${ROOT} /tmp/mine`,
  `ln -s ${ROOT}/tidy.py t.py`,
  `sort < ${ROOT}/data/codes.csv`,
  `diff <(sort ${ROOT}/data/codes.csv) b.csv`,
  `find ${ROOT} -name '*.md' -exec cat {} +`,
  `find ${ROOT} -type f | xargs cat`,
  `cat $(find ~/.claude/skills -name SKILL.md)`,
  `for f in ${ROOT}/*.md; do cat "$f"; done`,
  `python3 - <<'EOF'\nprint(open('${ROOT}/data/codes.csv').read())\nEOF`,
  `python3 -c "import sys; sys.path.insert(0, '${ROOT}'); import tidy"`,
  `bash <<EOF\ncat ${ROOT}/SKILL.md\nEOF`,
  `if [ -f in.csv ]; then timeout 9 python3 ${ROOT}/tidy.py; fi`,
  `awk -f x.awk --codes=${ROOT}/data/codes.csv in.csv`,
  `command cat ${ROOT}/SKILL.md`,
])('a command that reads or runs a file of the skill touches it: %s', (command) => {
  expect(touchesSkill({ command }, place)).toBe(true);
});

test.each([
  `ls -la ${ROOT}`,
  'ls ~/.claude/skills',
  `ls ${ROOT}/*.md`,
  `find ${ROOT} -name '*.md'`,
  `cd ${ROOT}`,
  `cd ${ROOT} && ls && pwd\n`,
  `test -f ${ROOT}/SKILL.md && echo yes`,
  `[ -d ${ROOT} ] || exit 1`,
  `echo ${ROOT}/SKILL.md`,
  `echo "see ${ROOT}/SKILL.md" >> notes.txt`,
  `printf '%s\\n' ${ROOT}/tidy.py | tee notes.txt`,
  `cat notes.txt # and not ${ROOT}/SKILL.md`,
  `# cat ${ROOT}/SKILL.md\nls`,
  `git commit -m "as ${ROOT}/tidy.py says"`,
  `cat > notes.md <<EOF\nRun python3 ${ROOT}/tidy.py\nEOF`,
  `cat <<'EOF' > run.sh\ncat ${ROOT}/SKILL.md\nEOF\nchmod +x run.sh`,
  `X=$(ls ${ROOT})`,
  `for f in ${ROOT}/*; do echo "$f"; done`,
  `cp out.csv ${ROOT}/`,
  `cat ${ROOT}-other/SKILL.md`,
  `cat /skills/tidy/SKILL.md.bak tidy.py SKILL.md`,
  'python3 tidy.py in.csv',
  '',
  '"',
  "'$(`<<<",
])('a command that only names the skill, or something else, does not: %s', (command) => {
  expect(touchesSkill({ command }, place)).toBe(false);
});

test.each([
  ['a comment that ends with a backslash', '# as follows \\'],
  ['an escaped backslash before a line end', 'echo a\\\\'],
  ['a backslash before the end of a quoted here-document', "cat <<'E'\na \\\nE"],
  ['an escaped line end before the end of a here-document', 'cat <<E\na\n\\\nE'],
  ['a bracket in quotes within a substitution', "X=$(grep -c ')' in.csv)"],
  ['a quote in a comment within a substitution', "X=$(ls # it's\n)"],
  ['a bracket in a here-document within a substitution', "X=$(cat <<'E'\n1) it's\nE\n)"],
  ['a pattern of a case within a substitution', 'X=$(case a in a) echo "x";; esac; echo \')\')'],
  ['an escaped quote in a quoted escape', "echo $'it\\'s'"],
  ['a shift operator that is not a here-document', '(( x = 1 << 2 ))'],
  ['another shift operator', 'echo $((1<<2))'],
  ['a bracket in an expansion', `echo "\${X//[\\"')]/}" \${X//)/}`],
])('a command after %s is recognised', (_, before) => {
  expect(touchesSkill({ command: `${before}\ncat ${ROOT}/SKILL.md` }, place)).toBe(true);
});

test.each([
  `cat <<E\n$(cat ${ROOT}/SKILL.md)\nE`,
  `cat <<E\n\`cat ${ROOT}/SKILL.md\`\nE`,
  `echo hi > >(cat - ${ROOT}/SKILL.md)`,
  `cat $'${ROOT}/SKILL\\x2emd'`,
  `cat $"${ROOT}/SKILL.md"`,
  `echo \`echo \\\`cat ${ROOT}/SKILL.md\\\`\``,
  `echo "\${X:-$(cat ${ROOT}/SKILL.md)}"`,
  `echo $(( $(wc -l < ${ROOT}/SKILL.md) + 1 ))`,
  `2>/dev/null cat ${ROOT}/SKILL.md`,
])('a nested read is recognised: %s', (command) => {
  expect(touchesSkill({ command }, place)).toBe(true);
});

test.each([
  `cat <<'E'\n$(cat ${ROOT}/SKILL.md)\nE`,
  `cat <<E\n\\$(cat ${ROOT}/SKILL.md)\nE`,
  `cat "${ROOT}/SKI\\LL.md"`,
  `cat ${ROOT}/SKILL.md\r`,
  `cat\u00a0${ROOT}/SKILL.md`,
  `command -v ${ROOT}/tidy.py`,
  `cp out.csv ${ROOT}/ 2>/dev/null`,
  `2>/dev/null echo ${ROOT}/SKILL.md`,
  `git commit -m "$(cat <<'E'\n:) see "\`cat ${ROOT}/SKILL.md\`"\nE\n)"`,
])('a command that reads something else, or nothing, does not: %s', (command) => {
  expect(touchesSkill({ command }, place)).toBe(false);
});

test.each([
  [{ path: `${ROOT}/SKILL.md` }, true],
  [{ file_path: '~/.claude/skills/tidy/scripts/check it.sh' }, true],
  [{ paths: ['a.txt', `${ROOT}/tidy.py`] }, true],
  [{ target: { uri: `file://${ROOT}/tidy.py` } }, true],
  [{ command: ['bash', '-lc', `cat ${ROOT}/SKILL.md`] }, true],
  [{ command: ['cat', 'SKILL.md'], workdir: ROOT }, true],
  [{ type: 'exec', commands: ['ls', `cat ${ROOT}/SKILL.md`] }, true],
  [{ commands: ['ls', `echo ${ROOT}/SKILL.md`] }, false],
  [{ code: `await tools.exec_command({ cmd: "cat ${ROOT}/SKILL.md" })` }, true],
  [{ code: `import sys\nsys.path.insert(0, '${ROOT}')\nimport tidy` }, true],
  [{ code: `subprocess.run(["cat", "${ROOT}/SKILL.md"])` }, true],
  [{ code: `tools.exec_command({ cmd: "ls -la ${ROOT}/" })` }, false],
  [{ code: `print(os.listdir('${ROOT}'))` }, false],
  [{ code: `# ${ROOT}/SKILL.md\nprint(1)` }, false],
  [{ code: `*** Begin Patch\n*** Update File: a.md\n+ see '${ROOT}/SKILL.md'` }, false],
  [{ code: `open("${ROOT}/tidy.py")` }, true],
  [{ path: ROOT }, false],
  [{ path: `${ROOT}/gone.md` }, false],
  [{ path: 'SKILL.md' }, false],
  [{ file_path: '/workspace/notes.md', content: `cat ${ROOT}/SKILL.md` }, false],
  [{ file_path: `${ROOT}/SKILL.md`, content: 'mine' }, false],
  [{ pattern: `${ROOT}/SKILL.md` }, false],
  [{ command: ['echo', `${ROOT}/SKILL.md`] }, false],
  [{ command: ['git', 'commit', '-m', `see ${ROOT}/SKILL.md`] }, false],
  [{ command: 7, path: null }, false],
])('whether the input %j of any tool touches the skill: %s', (input, expected) => {
  expect(touchesSkill(input, place)).toBe(expected);
});

test('if the files are unknown, any path below the folder counts', () => {
  const unknown = { ...place, files: null };
  expect(touchesSkill({ command: `python3 ${ROOT}/new.py` }, unknown)).toBe(true);
  expect(touchesSkill({ command: `ls ${ROOT}` }, unknown)).toBe(false);
});

function doubling(times: number): string {
  return `V0=aaaaaaaa\n${Array.from({ length: times }, (_, index) => `V${index + 1}=$V${index}$V${index}\n`).join('')}`;
}

test.each([
  ['with endless nesting', '$('.repeat(40_000)],
  ['with endless quoting', '"`$(\''.repeat(20_000)],
  ['of stars', `cat ${ROOT}/${'*a'.repeat(20_000)}`],
  ['of braces', `cat ${'{a,b}'.repeat(10_000)}`],
  ['of pipes', 'a|'.repeat(40_000)],
  ['of here-documents', 'cat <<A <<B\n'.repeat(5000)],
  ['of variables that double each time', doubling(60)],
  ['of endless brace expansions', `cat {${','.repeat(60_000)}`],
  ['of one brace expansion with many parts', `cat {${'a,'.repeat(15_000)}b}{${'a,'.repeat(15_000)}b}`],
  ['of patterns', `cat ${'{a,b}{c,d}{e,f}{g,h}{i,j}{k,l} '.repeat(2000)}`],
  ['of nested folders', 'cd a\n'.repeat(10_000)],
  ['of quoted nested expansions', '"${'.repeat(20_000)],
  ['of arithmetic', '$((a(b)'.repeat(9000)],
  ['of blocks', '{ '.repeat(32_000)],
  ['of substitutions in here-documents', 'cat <<E\n$('.repeat(6000)],
])('a command line %s is read to its end', (_, command) => {
  expect(touchesSkill({ command }, place)).toBe(false);
});

test('a path of a megabyte matches no file', () => {
  expect(touchesSkill({ path: `{${','.repeat(2 ** 20)}` }, place)).toBe(false);
});

test('a program full of patterns is read to its end', () => {
  const code = "'{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}'\n".repeat(2000);
  expect(touchesSkill({ code }, place)).toBe(false);
});

test('programs full of escaped quotes are read to their end', () => {
  const code = `x = "${'\\"'.repeat(32_000)}`;
  for (let calls = 0; calls < 40; calls += 1) expect(touchesSkill({ code }, place)).toBe(false);
});

test('any input is read to its end', () => {
  const token = fc.constantFrom(
    ...[
      'cat',
      'cd',
      'for',
      'bash',
      '-c',
      'python3',
      'xargs',
      'eval',
      'A=',
      '$A',
      '$',
      '{A}',
      '$(',
      ')',
      '`',
      '"',
      "'",
      '\\',
    ],
    ...[
      '<<E',
      'E',
      '<',
      '>',
      '|',
      ';',
      '&&',
      '\n',
      ' ',
      '{a,',
      'b}',
      '*',
      '[',
      ']',
      '#',
      '~',
      ROOT,
      'SKILL.md',
      '\0',
    ],
  );
  const typed = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(''));
  fc.assert(
    fc.property(typed, (text) => {
      for (const input of [{ command: text }, { code: text }, { path: text }])
        expect(typeof touchesSkill(input, place)).toBe('boolean');
    }),
    { numRuns: 300 },
  );
});
