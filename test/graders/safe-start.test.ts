import { describe, expect, test } from 'vitest';
import { gradingInDocker } from './grading.ts';

const { judge } = gradingInDocker();

const PYTHON = 'print("INJECTED")\n';
const SHELL = '#!/bin/bash\necho INJECTED\n';

/** Whatever starts by itself says so. */
const PLANTED = {
  ...{ 'json.py': PYTHON, 'helper.py': PYTHON, 'sitecustomize.py': PYTHON, 'usercustomize.py': PYTHON },
  ...{
    '__init__.py': PYTHON,
    'conftest.py': PYTHON,
    'site-packages/evil.pth': 'import sys; print("INJECTED")\n',
  },
  ...{
    '.bashrc': SHELL,
    '.bash_profile': SHELL,
    '.profile': SHELL,
    '.bash_env': SHELL,
    '.inputrc': '"x": "y"\n',
  },
  ...{ cat: SHELL, ls: SHELL, python3: SHELL, git: SHELL },
  ...{ '.npmrc': 'node-options=--require=/workspace/evil.cjs\nscript-shell=/workspace/cat\n' },
  ...{ 'evil.cjs': 'console.log("INJECTED")\n', '.env': 'NODE_OPTIONS=--require=/workspace/evil.cjs\n' },
  ...{ 'node_modules/helper/index.js': 'console.log("INJECTED")\n', 'package.json': '{"type":"commonjs"}\n' },
  ...{ '.curlrc': 'output = /workspace/x\n', '.gitconfig': '[core]\n\tpager = echo INJECTED\n' },
};

const programs: [string, string, string][] = [
  ['a command line of Python', `python3 -c 'import json; print(json.dumps(1))'`, '1'],
  ['a script of Python', 'python3 /grade/check.py', "the grader's own helper"],
  ['a module of Python', `echo '[2]' | python3 -m json.tool --compact`, '[2]'],
  ['Python that reads its program', `echo 'import json; print(json.loads("3"))' | python3`, '3'],
  ['unit tests', 'python3 -m unittest -q test_ok 2>/dev/null; echo $?', '0'],
  ['a script of Node', 'node /grade/check.mjs', "the grader's own module"],
  ['a command line of Node', `node -e 'console.log(4)'`, '4'],
  ['a shell', `bash -c 'echo 5'`, '5'],
  ['a login shell', `bash -lc 'echo 6'`, '6'],
  ['an interactive shell', `bash -ic 'echo 7' 2>/dev/null`, '7'],
  ['another shell', `sh -c 'cat /grade/eight'`, '8'],
  ['what is on the path', 'ls /grade/eight', '/grade/eight'],
];

const GRADE = {
  'check.py': 'import json, helper\n',
  'helper.py': `print("the grader's own helper")\n`,
  'test_ok.py': 'import json, unittest\nclass T(unittest.TestCase):\n  def test(self): json.dumps(1)\n',
  'check.mjs': `import './module.mjs';\ntry { await import('helper') } catch {}\n`,
  'module.mjs': `console.log("the grader's own module")\n`,
  eight: '8\n',
};

describe('in a workspace full of traps, nothing of it takes part in', () => {
  test.each(programs)('%s', async (_, command, says) => {
    expect(await judge(command, { workspace: PLANTED, grade: GRADE })).toBe(`exit code 0: ${says}`);
  });
});

/** A repository whose every hook and helper tells that it was run. */
const REPOSITORY = `
git init --quiet --initial-branch=main . && git config user.name a && git config user.email a@b
echo one >file && git add . && git commit --quiet --message first
for key in core.fsmonitor core.pager core.editor core.sshCommand diff.external filter.x.clean filter.x.smudge \\
  diff.x.textconv alias.log gpg.program credential.helper; do git config $key '/workspace/trap #'; done
git config core.hooksPath /workspace/hooks; git config log.showSignature true
echo '* filter=x diff=x' >.gitattributes; echo two >file
mkdir hooks; for hook in post-checkout pre-commit post-index-change; do cp trap hooks/$hook; done; chmod +x hooks/* trap`;
const TRAP = '#!/bin/bash\necho INJECTED >&2; id -u >>/tmp/trapped; cat\n';

describe('a repository of the agent', () => {
  const workspace = { 'make.sh': REPOSITORY, trap: TRAP };
  const prepared = 'as-agent bash make.sh >/dev/null 2>&1; ';

  test('is refused by Git in a grader, so that nothing in it is run', async () => {
    const command =
      'for do in status "log -p" diff "checkout -f ." "add ." "commit -am x"; do git $do; echo $?; done 2>&1';
    const found = await judge(`${prepared}${command}`, { workspace });
    expect(found.match(/dubious ownership/g)?.length).toBeGreaterThanOrEqual(5);
    expect(found).not.toContain('INJECTED');
  });

  test('runs its traps as the user that it belongs to, where a grader asks as that one', async () => {
    const found = await judge(`${prepared}as-agent git status --short; as-agent sort -u /tmp/trapped`, {
      workspace,
    });
    expect(found).toContain('10001');
    expect(found).not.toContain('10002');
  });

  test('can be read from a copy of its objects, without its configuration', async () => {
    const command = `
      set -e; copy="$TMPDIR/copy"; git init --quiet --bare "$copy"
      cp -r .git/objects .git/refs .git/HEAD "$copy"
      git -C "$copy" log --format=%s; git -C "$copy" show main:file`;
    expect(await judge(`${prepared}${command}`, { workspace })).toBe('exit code 0: first\none');
  });

  test('has neither monitor nor hooks even for a grader that takes it as safe', async () => {
    const command = 'git -c safe.directory="*" -c filter.x.clean=cat -c diff.external= status --short';
    expect(await judge(`${prepared}${command}`, { workspace })).not.toContain('INJECTED');
  });
});
