import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH, LEGACY_PATH } from '../../../src/checks/site/reading/discovery.ts';
import { Finding } from '../../../src/contracts/finding.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { tarGzOf } from '../archive/tar-of.ts';
import { NO_PATHS } from '../no-paths.ts';
import { ARTIFACT, entryFor, GOOD_SKILL, goodSite, indexWith, markdown, siteOf } from './well-known-site.ts';

async function load(text: string, options: LoadOptions = {}) {
  const { skills, findings } = await loadSource(parseSource(text, NO_PATHS), options);
  for (const { finding } of findings) Finding.parse(finding);
  return { skills, rules: findings.map(({ finding }) => finding.rule) };
}

describe('a site', () => {
  test('yields the skills of its index', async () => {
    const { origin } = await goodSite();
    const { skills, rules } = await load(origin);
    expect(rules).toEqual([]);
    expect(skills).toEqual([
      {
        path: 'tidy',
        folder: {
          source: origin,
          folder: 'tidy',
          files: [{ path: 'SKILL.md', executable: false, content: Buffer.from(GOOD_SKILL) }],
        },
      },
    ]);
  });

  test('may be given by the URL of its index', async () => {
    const { origin } = await goodSite();
    expect((await load(`${origin}${CANONICAL_PATH}`)).skills).toHaveLength(1);
  });

  test('with several skills can have one chosen by name', async () => {
    const other = GOOD_SKILL.replace('name: tidy', 'name: sort');
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), entryFor(other, { name: 'sort', url: '/sort' })]),
      '/sort': markdown(other),
    });
    expect((await load(origin, { skillName: 'sort' })).skills.map(({ path }) => path)).toEqual(['sort']);
    await expect(load(origin, { skillName: 'pdf' })).rejects.toThrow('It contains sort, tidy.');
  });

  test('reports nothing against a chosen skill, whatever is wrong with the others', async () => {
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([
        entryFor(GOOD_SKILL),
        entryFor('x', { name: 'sort', url: ARTIFACT }),
        { name: 'odd' },
      ]),
    });
    expect((await load(origin)).rules).toEqual(['site/entry-invalid', 'site/artifact-digest']);
    expect((await load(origin, { skillName: 'tidy' })).rules).toEqual([]);
  });

  test('yields no skill from an archive with an outer folder, which the specification forbids', async () => {
    const archive = await tarGzOf([{ name: 'tidy/SKILL.md', content: GOOD_SKILL }]);
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
    const { skills, rules } = await load(origin);
    expect(skills).toEqual([]);
    expect(rules).toEqual(['source/root-skill-missing']);
  });

  test('yields the files of an archive', async () => {
    const archive = await tarGzOf([
      { name: 'SKILL.md', content: GOOD_SKILL },
      { name: 'scripts/run.sh', content: 'true\n', mode: 0o755 },
    ]);
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
    const { skills } = await load(origin);
    expect(skills[0]?.folder.files.map(({ path, executable }) => [path, executable])).toEqual([
      ['SKILL.md', false],
      ['scripts/run.sh', true],
    ]);
  });

  test('is found at the legacy path, with a finding', async () => {
    const { origin } = await siteOf({
      [LEGACY_PATH]: indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]),
      [ARTIFACT]: markdown(GOOD_SKILL),
    });
    const { skills, rules } = await load(origin);
    expect(skills).toHaveLength(1);
    expect(rules).toEqual(['site/index-legacy-path']);
  });
});

describe('an index without $schema is read as v0.1.0', () => {
  const first = (skills: unknown) => indexWith(skills, { $schema: undefined });
  const entry = {
    name: 'tidy',
    description: 'Tidies. Use when untidy.',
    files: ['SKILL.md', 'scripts/a b.sh'],
  };
  const files = {
    [ARTIFACT]: markdown(GOOD_SKILL),
    '/.well-known/agent-skills/tidy/scripts/a%20b.sh': { body: 'true' },
  };

  test('with its skills fetched file by file, and a finding that nothing vouches for them', async () => {
    const { origin } = await siteOf({ [CANONICAL_PATH]: first([entry]), ...files });
    const { skills, rules } = await load(origin);
    expect(
      skills.map(({ path, folder }) => [path, folder.folder, folder.files.map((file) => file.path)]),
    ).toEqual([['tidy', 'tidy', ['SKILL.md', 'scripts/a b.sh']]]);
    expect(rules).toEqual(['site/index-without-digests']);
  });

  test('at the legacy path too, where it belongs', async () => {
    const { origin } = await siteOf({
      [LEGACY_PATH]: first([{ ...entry, files: ['SKILL.md'] }]),
      '/.well-known/skills/tidy/SKILL.md': markdown(GOOD_SKILL),
    });
    const { skills, rules } = await load(origin);
    expect(skills).toHaveLength(1);
    expect(rules).toEqual(['site/index-legacy-path', 'site/index-without-digests']);
  });

  test.each([
    ['the fields of v0.2.0', entryFor(GOOD_SKILL)],
    ['no SKILL.md', { ...entry, files: ['README.md'] }],
    ['no files', { ...entry, files: [] }],
    ['a path with ".."', { ...entry, files: ['SKILL.md', '../other/SKILL.md'] }],
    ['an absolute path', { ...entry, files: ['SKILL.md', '/etc/passwd'] }],
    ['a path with a query', { ...entry, files: ['SKILL.md', 'a?b'] }],
    ['a name that is a path', { ...entry, name: '../x' }],
  ])('except for an entry with %s', async (_what, broken) => {
    const { origin, asked } = await siteOf({ [CANONICAL_PATH]: first([broken]), ...files });
    expect(await load(origin)).toEqual({
      skills: [],
      rules: ['site/index-without-digests', 'site/entry-invalid'],
    });
    expect(asked).toEqual([CANONICAL_PATH]);
  });

  test('without skills that lack a file or are too large', async () => {
    const { origin } = await siteOf({ [CANONICAL_PATH]: first([entry]), [ARTIFACT]: markdown(GOOD_SKILL) });
    expect((await load(origin)).rules).toEqual(['site/index-without-digests', 'site/artifact-missing']);
    const { origin: whole } = await siteOf({ [CANONICAL_PATH]: first([entry]), ...files });
    for (const limit of [{ files: 1 }, { unpackedBytes: 100 }]) {
      const { skills, rules } = await load(whole, { limits: { ...DEFAULT_SOURCE_LIMITS, ...limit } });
      expect(skills).toEqual([]);
      expect(rules).toEqual(['site/index-without-digests', 'source/over-limits']);
    }
  });

  test('skills of such an index beyond the limit are reported as unknown', async () => {
    const { origin } = await siteOf({
      [CANONICAL_PATH]: first([entry, { ...entry, name: 'two' }]),
      ...files,
    });
    const { skills, rules } = await load(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, skills: 1 } });
    expect(skills).toHaveLength(1);
    expect(rules).toEqual(['site/index-without-digests', 'source/too-many-skills']);
  });
});

test('skills beyond the limits on number or size are reported as unknown', async () => {
  const entries = ['a', 'b', 'c'].map((name) => entryFor(GOOD_SKILL, { name }));
  const { origin } = await goodSite({ [CANONICAL_PATH]: indexWith(entries) });
  const loadWithin = (limits: Partial<typeof DEFAULT_SOURCE_LIMITS>) =>
    load(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, ...limits } });
  const outcomes = [await loadWithin({ skills: 2 }), await loadWithin({ containerBytes: GOOD_SKILL.length })];
  for (const { skills, rules } of outcomes) {
    expect(skills).toHaveLength(2);
    expect(rules).toContain('source/too-many-skills');
  }
});

describe('nothing that contradicts its index is loaded:', () => {
  test('bytes with another digest', async () => {
    const { origin } = await goodSite({ [ARTIFACT]: markdown(`${GOOD_SKILL}changed`) });
    expect(await load(origin)).toEqual({ skills: [], rules: ['site/artifact-digest'] });
  });

  test('an unsafe archive', async () => {
    const archive = await tarGzOf([{ name: 'SKILL.md', content: GOOD_SKILL }, { name: '../evil' }]);
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
    expect(await load(origin)).toEqual({ skills: [], rules: ['source/path-unsafe'] });
  });

  test('an index with another schema', async () => {
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL)], { $schema: 'x' }),
    });
    expect(await load(origin)).toEqual({ skills: [], rules: ['site/index-schema'] });
  });

  test('a site without an index is reported', async () => {
    expect(await load((await siteOf({})).origin)).toEqual({ skills: [], rules: ['site/index-missing'] });
  });
});
