import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CANONICAL_PATH } from '../../src/checks/site/reading/discovery.ts';
import { snapshotOf } from '../../src/checks/snapshot.ts';
import { loadSource } from '../../src/sources/load-source.ts';
import { parseSource } from '../../src/sources/parse-source.ts';
import { readSkillFolder } from '../../src/sources/read-skill-folder.ts';
import { tarGzOf } from './archive/tar-of.ts';
import { zipOf } from './archive/zip-of.ts';
import { repository } from './git/repository.ts';
import { serve } from './http/serve.ts';
import { NO_PATHS } from './no-paths.ts';
import { entryFor, GOOD_SKILL, indexWith, type Page, siteOf } from './site/well-known-site.ts';
import { addFiles, tempFolder } from './temp-folder.ts';

afterEach(() => vi.unstubAllEnvs());

/** What some loader has taken, or could take, for something that is no part of the skill. */
const SKILL: Record<string, string> = {
  'SKILL.md': GOOD_SKILL,
  'node_modules/desk/index.js': 'first',
  'scripts/node_modules/desk/survey.sh': 'second',
  'scripts/node_modules/.bin/desk': 'third',
  'examples/other/SKILL.md': GOOD_SKILL,
  'examples/other/node_modules/a.js': 'fourth',
  'dist/a.js': 'fifth',
  'build/b.js': 'sixth',
  'vendor/c.py': 'seventh',
  'docs/a-workspace/d.md': 'eighth',
  '.env': 'ninth',
  '.gitignore': 'dist\n',
  '.gitattributes': '*.sh text\n',
  '.gitmodules': '',
  '.github/workflows/a.yml': 'tenth',
  '.DS_Store': 'eleventh',
  '__pycache__/e.pyc': 'twelfth',
};

const entries = Object.entries(SKILL).map(([name, content]) => ({ name, content }));
const below = (folder: string) =>
  entries.map(({ name, content }) => ({ name: `${folder}/${name}`, content }));

async function digestsFrom(text: string): Promise<string[]> {
  const { skills } = await loadSource(parseSource(text, NO_PATHS), {});
  return skills.map(({ folder }) => snapshotOf(folder).digest);
}

async function digestsAt(path: string): Promise<string[]> {
  const { skills } = await loadSource({ kind: 'folder', text: path, path }, {});
  return skills.map(({ folder }) => snapshotOf(folder).digest);
}

async function digestsOfArchive(name: string, content: Uint8Array): Promise<string[]> {
  const path = join(tempFolder({ [name]: content }), name);
  const { skills } = await loadSource({ kind: 'archive', text: path, path }, {});
  return skills.map(({ folder }) => snapshotOf(folder).digest);
}

async function digestsOfPackage(): Promise<string[]> {
  const tarball = await tarGzOf(below('package'));
  const { origin } = await serve((request, response) => {
    if (request.url === '/pkg.tgz') response.end(tarball);
    else response.end(JSON.stringify(about));
  });
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const dist = { tarball: `${origin}/pkg.tgz`, integrity };
  const about = { 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': { dist } } };
  vi.stubEnv('npm_config_registry', `${origin}/`);
  return await digestsFrom('npm:pkg');
}

async function digestsOfSite(pages: Record<string, Page>): Promise<string[]> {
  const { origin } = await siteOf(pages);
  return await digestsFrom(origin);
}

const LOADERS: Record<string, () => Promise<string[]>> = {
  'the folder of the skill': () => digestsAt(tempFolder(SKILL)),
  'a folder around it': () => {
    const root = tempFolder({ 'node_modules/b/SKILL.md': GOOD_SKILL });
    mkdirSync(join(root, 'skills'));
    addFiles(join(root, 'skills/tidy'), SKILL);
    return digestsAt(root);
  },
  'a checkout of git': () => {
    const root = tempFolder({ '.git/config': 'x', '.git/HEAD': 'x' });
    addFiles(root, SKILL);
    return digestsAt(root);
  },
  'a suite': async () => {
    const root = tempFolder({ '.git/config': 'x' });
    addFiles(root, SKILL);
    return [snapshotOf(await readSkillFolder(root, root)).digest];
  },
  'a repository': async () => {
    const { url, git } = repository({ 'SKILL.md': GOOD_SKILL, ...SKILL });
    git('add', '--all', '--force');
    git('commit', '--quiet', '--message=rest');
    return await digestsFrom(url);
  },
  'a zip': () => digestsOfArchive('tidy.zip', zipOf(entries)),
  'a zip with a folder around it': () => digestsOfArchive('tidy.skill', zipOf(below('tidy'))),
  'a tarball': async () => digestsOfArchive('tidy.tar.gz', await tarGzOf(entries)),
  'a package of npm': digestsOfPackage,
  'an archive of a site': async () => {
    const archive = await tarGzOf(entries);
    return await digestsOfSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
  },
  'the files of a site': () =>
    digestsOfSite({
      [CANONICAL_PATH]: indexWith(
        [{ name: 'tidy', description: 'Tidies. Use when untidy.', files: Object.keys(SKILL) }],
        { $schema: undefined },
      ),
      ...Object.fromEntries(
        entries.map(({ name, content }) => [`/.well-known/agent-skills/tidy/${name}`, { body: content }]),
      ),
    }),
};

const encoder = new TextEncoder();
const expected = snapshotOf({
  source: 'x',
  folder: 'tidy',
  files: entries.map(({ name, content }) => ({
    path: name,
    executable: false,
    content: encoder.encode(content),
  })),
}).digest;

describe('every file of a skill counts', () => {
  test.each(Object.entries(LOADERS))('if the skill comes from %s', async (_what, digests) => {
    expect(await digests()).toEqual([expected]);
  });
});

describe('a repository inside of a skill', () => {
  const inside = (path: string) => ({ 'SKILL.md': GOOD_SKILL, [path]: 'x' });

  test.each(['scripts/.git/config', '.GIT/config', 'a/Git~1/x', 'a/.git', 'a/.git./x'])(
    'at %s forbids loading, wherever the skill comes from',
    async (path) => {
      const files = inside(path);
      const root = tempFolder(files);
      const rulesOf = async (source: Parameters<typeof loadSource>[0]) =>
        (await loadSource(source, {})).findings.map(({ finding }) => [finding.rule, finding.file]);
      const zip = join(
        tempFolder({
          'a.zip': zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))),
        }),
        'a.zip',
      );
      const refused = [['source/repository-inside', path]];
      expect(await rulesOf({ kind: 'folder', text: root, path: root })).toEqual(refused);
      expect(await rulesOf({ kind: 'archive', text: zip, path: zip })).toEqual(refused);
      await expect(readSkillFolder(root, root)).rejects.toThrow('expected no git repository');
    },
  );

  test('is refused at the root of an archive too, which is nobody’s checkout', async () => {
    const bytes = zipOf([
      { name: 'SKILL.md', content: GOOD_SKILL },
      { name: '.git/run.sh', content: 'x' },
    ]);
    expect(await digestsOfArchive('tidy.zip', bytes)).toEqual([]);
  });

  test('is named by a finding if it is that of a checkout', async () => {
    const path = tempFolder(inside('.git/config'));
    const { skills, findings } = await loadSource({ kind: 'folder', text: path, path }, {});
    expect(skills.map(({ folder }) => folder.files.map((file) => file.path))).toEqual([['SKILL.md']]);
    expect(findings.map(({ finding }) => [finding.rule, finding.file])).toEqual([
      ['source/checkout', '.git'],
    ]);
  });
});
