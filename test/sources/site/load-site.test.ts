import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH, LEGACY_PATH } from '../../../src/checks/site/discovery.ts';
import { Finding } from '../../../src/contracts/finding.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { tarGzOf } from '../archive/tar-of.ts';
import { ARTIFACT, entryFor, GOOD_SKILL, goodSite, indexWith, markdown, siteOf } from './well-known-site.ts';

async function load(text: string, options: LoadOptions = {}) {
  const { skills, findings } = await loadSource(
    parseSource(text, () => null),
    options,
  );
  for (const { finding } of findings) Finding.parse(finding);
  return { skills, rules: findings.map(({ finding }) => finding.rule) };
}

describe('a site', () => {
  test('gives the skills of its index', async () => {
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

  test('may be named by its index', async () => {
    const { origin } = await goodSite();
    expect((await load(`${origin}${CANONICAL_PATH}`)).skills).toHaveLength(1);
  });

  test('with several has one picked by name', async () => {
    const other = GOOD_SKILL.replace('name: tidy', 'name: sort');
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), entryFor(other, { name: 'sort', url: '/sort' })]),
      '/sort': markdown(other),
    });
    expect((await load(origin, { skillName: 'sort' })).skills.map(({ path }) => path)).toEqual(['sort']);
    await expect(load(origin, { skillName: 'pdf' })).rejects.toThrow('It holds sort, tidy.');
  });

  test('has nothing against a skill that was picked, whatever is wrong with the others', async () => {
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

  test('gives an archive with a folder around it, with a finding', async () => {
    const archive = await tarGzOf([{ name: 'tidy/SKILL.md', content: GOOD_SKILL }]);
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
    const { skills, rules } = await load(origin);
    expect(skills.map(({ folder }) => folder.files.map(({ path }) => path))).toEqual([['SKILL.md']]);
    expect(rules).toEqual(['source/layout']);
  });

  test('gives the files of an archive', async () => {
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

test('skills beyond the limits of number or size are said to be unknown', async () => {
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

describe('what is not as its index says is not loaded', () => {
  test('bytes of another digest', async () => {
    const { origin } = await goodSite({ [ARTIFACT]: markdown(`${GOOD_SKILL}changed`) });
    expect(await load(origin)).toEqual({ skills: [], rules: ['site/artifact-digest'] });
  });

  test('an archive that is not safe', async () => {
    const archive = await tarGzOf([{ name: 'SKILL.md', content: GOOD_SKILL }, { name: '../evil' }]);
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(archive, { type: 'archive', url: '/a.tar.gz' })]),
      '/a.tar.gz': { type: 'application/gzip', body: archive },
    });
    expect(await load(origin)).toEqual({ skills: [], rules: ['source/path-unsafe'] });
  });

  test('an index of another schema', async () => {
    const { origin } = await goodSite({
      [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL)], { $schema: 'x' }),
    });
    expect(await load(origin)).toEqual({ skills: [], rules: ['site/index-schema'] });
  });

  test('and a site without an index says so', async () => {
    expect(await load((await siteOf({})).origin)).toEqual({ skills: [], rules: ['site/index-missing'] });
  });
});
