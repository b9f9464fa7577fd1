import { describe, expect, test } from 'vitest';
import { gradingInDocker } from './grading.ts';

const { judge } = gradingInDocker();
const { judge: judgeQuietly } = gradingInDocker({ inSharedSandboxes: true });

const PYTHON = 'print("INJECTED")\n';
const SHELL = '#!/bin/bash\necho INJECTED\n';

/** Were it the grader's, its files would be of another kind, and its own modules others. */
const MODULES = '{"type":"commonjs","imports":{"#module":"./evil.cjs"},"exports":{".":"./evil.cjs"}}\n';

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
  ...{ 'node_modules/helper/index.js': 'console.log("INJECTED")\n', 'package.json': MODULES },
  ...{ 'node_modules/helper/package.json': '{"type":"module"}\n', 'pyvenv.cfg': 'home = /workspace\n' },
  ...{ 'python3._pth': '/workspace\nimport site\n', 'setup.cfg': '[options]\n', '.pythonrc': PYTHON },
  ...{ '.curlrc': 'output = /workspace/x\n', '.gitconfig': '[core]\n\tpager = echo INJECTED\n' },
};

const programs: [string, string, string][] = [
  ['a Python command line', `python3 -c 'import json; print(json.dumps(1))'`, '1'],
  ['a Python script', 'python3 /grade/check.py', "the grader's own helper"],
  ['a Python module', `echo '[2]' | python3 -m json.tool --compact`, '[2]'],
  ['Python reading its program from stdin', `echo 'import json; print(json.loads("3"))' | python3`, '3'],
  ['unit tests', 'python3 -m unittest -q test_ok 2>/dev/null; echo $?', '0'],
  ['a Node script', 'node /grade/check.mjs', "the grader's own module"],
  ['a Node script with modules of its own', 'node /grade/mapped/check.js', "the grader's own module"],
  ['a Node command line', `node -e 'console.log(4)'`, '4'],
  ['a shell', `bash -c 'echo 5'`, '5'],
  ['a login shell', `bash -lc 'echo 6'`, '6'],
  ['an interactive shell', `bash -ic 'echo 7' 2>/dev/null`, '7'],
  ['another shell', `sh -c 'cat /grade/eight'`, '8'],
  ['the programs on the path', 'ls /grade/eight', '/grade/eight'],
];

const GRADE = {
  'check.py': 'import json, helper\n',
  'helper.py': `print("the grader's own helper")\n`,
  'test_ok.py': 'import json, unittest\nclass T(unittest.TestCase):\n  def test(self): json.dumps(1)\n',
  'check.mjs': `import './module.mjs';\ntry { await import('helper') } catch {}\n`,
  'module.mjs': `console.log("the grader's own module")\n`,
  eight: '8\n',
  'mapped/check.js': `import '#module';\n`,
  'mapped/package.json': '{"type":"module","imports":{"#module":"./own.mjs"}}\n',
  'mapped/own.mjs': `console.log("the grader's own module")\n`,
};

describe('a workspace full of traps does not affect', () => {
  test.each(programs)('%s', async (_, command, says) => {
    expect(await judgeQuietly(command, { workspace: PLANTED, grade: GRADE })).toBe(`exit code 0: ${says}`);
  });
});

test('a grader has only the variables that Assay sets', async () => {
  const names = await judge(
    'env --null | cut --zero-terminated --delimiter== --fields=1 | tr "\\0" "\\n" | sort',
  );
  expect(names.replace('exit code 0: ', '').split('\n')).toEqual([
    ...['ASSAY_COMMAND', 'GIT_CONFIG_COUNT', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_KEY_1'],
    ...[
      'GIT_CONFIG_KEY_2',
      'GIT_CONFIG_NOSYSTEM',
      'GIT_CONFIG_VALUE_0',
      'GIT_CONFIG_VALUE_1',
      'GIT_CONFIG_VALUE_2',
      'GIT_GRAFT_FILE',
      'GIT_NO_REPLACE_OBJECTS',
      'GIT_PAGER',
      'HOME',
      'LANG',
      'LOGNAME',
    ],
    ...[
      'NODE_OPTIONS',
      'NODE_PATH',
      'PATH',
      'PWD',
      'PYTHONDONTWRITEBYTECODE',
      'PYTHONNOUSERSITE',
      'PYTHONPATH',
      'PYTHONSAFEPATH',
    ],
    ...['SHELL', 'SHLVL', 'TMPDIR', 'USER', '_', 'npm_config_ignore_scripts'],
  ]);
});

test('a grader gets a Node package from the workspace only if its command line asks for it', async () => {
  const workspace = { 'node_modules/helper/index.js': 'console.log("of the agent")\n' };
  expect(await judge(`node -e 'require("helper")'`, { workspace })).toBe('exit code 0: of the agent');
  const grade = { 'check.cjs': 'require("helper")\n' };
  expect(await judge('node /grade/check.cjs', { workspace, grade })).toContain("Cannot find module 'helper'");
});

test('a grader can write to its own folder, and nowhere that the agent can', async () => {
  const command =
    'for place in . /tmp /home/agent /grade "$TMPDIR"; do touch "$place/x" 2>/dev/null && echo "$place"; done';
  expect(await judge(command, { workspace: { file: '' }, grade: { file: '' } })).toBe(
    'exit code 0: /home/grader',
  );
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
const TRAP = '#!/bin/bash\necho INJECTED >&2; id -un >>/tmp/trapped; cat\n';

describe('a repository that the agent left', () => {
  const workspace = { 'make.sh': REPOSITORY, trap: TRAP };
  const prepared = 'as-agent bash make.sh >/dev/null 2>&1; ';

  test('is rejected by Git in a grader, so nothing in it is run', async () => {
    const command =
      'for do in status "log -p" diff "checkout -f ." "add ." "commit -am x"; do git $do; echo $?; done 2>&1';
    const found = await judge(`${prepared}${command}`, { workspace });
    expect(found.match(/dubious ownership/g)?.length).toBeGreaterThanOrEqual(5);
    expect(found).not.toContain('INJECTED');
  });

  test('runs its traps as its own user if a grader uses it as that user', async () => {
    const found = await judge(`${prepared}as-agent git status --short; as-agent sort -u /tmp/trapped`, {
      workspace,
    });
    expect(found).toMatch(/^(exit code 0: )?agent$/m);
    expect(found).not.toMatch(/^(exit code 0: )?grader$/m);
  });

  test('can be read from a copy of its objects, without its configuration', async () => {
    const command = `
      set -e; copy="$TMPDIR/copy"; git init --quiet --bare "$copy"
      cp -r .git/objects .git/HEAD "$copy"
      rm -rf "$copy/objects/info"; cp -r .git/refs/heads "$copy/refs"
      git -C "$copy" log --format=%s; git -C "$copy" show main:file`;
    expect(await judge(`${prepared}${command}`, { workspace })).toBe('exit code 0: first\none');
  });

  test('shows its own commits, whatever replaces them', async () => {
    const command = `git -c safe.directory='*' replace HEAD $(git -c safe.directory='*' commit-tree -m other HEAD:)`;
    const asAgent = `as-agent bash -c ${JSON.stringify(command).replaceAll('$', '\\$')}`;
    const log = `git -c safe.directory='*' -c log.showSignature=false log --format=%s`;
    expect(await judge(`${prepared}${asAgent}; ${log}`, { workspace })).toBe('exit code 0: first');
  });

  test('runs neither monitor nor hooks, even for a grader that declares it safe', async () => {
    const command = 'git -c safe.directory="*" -c filter.x.clean=cat -c diff.external= status --short';
    expect(await judge(`${prepared}${command}`, { workspace })).not.toContain('INJECTED');
  });
});
