import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH, LEGACY_PATH, SCHEMA_URI } from '../../../src/checks/site/discovery.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type TarEntry, tarGzOf, tarOf } from '../archive/tar-of.ts';
import { type ZipEntry, zipOf } from '../archive/zip-of.ts';
import { checkASite } from './check-a-site.ts';
import {
  ARTIFACT,
  DESCRIPTION,
  entryFor,
  GOOD_SKILL,
  goodSite,
  indexWith,
  markdown,
  type Page,
  siteOf,
} from './well-known-site.ts';

type Case = [what: string, over: Record<string, Page>, steps: string, score: number, findings: string[]];

async function expectOutcome([, over, steps, score, findings]: Case): Promise<void> {
  const { origin } = await goodSite(over);
  const outcome = await checkASite(origin);
  expect({ steps: outcome.steps, score: outcome.score, findings: outcome.findings }).toEqual({
    steps,
    score,
    findings,
  });
  expect(outcome.verdict).toBe(steps.includes('f') ? 'fail' : steps.includes('w') ? 'warn' : 'pass');
}

const json = (body: string, type = 'application/json'): Page => ({ type, body });
const index = JSON.stringify({ $schema: SCHEMA_URI, skills: [entryFor(GOOD_SKILL)] });
const legacyFormat = json(
  JSON.stringify({ skills: [{ name: 'tidy', description: DESCRIPTION, files: ['SKILL.md'] }] }),
);

describe('a clean site', () => {
  test('passes with 100', async () => {
    await expectOutcome(['', {}, 'pppppp', 100, []]);
  });

  test('is asked for its index and its artifact, and nothing else', async () => {
    const { origin, asked } = await goodSite();
    await checkASite(origin);
    expect(asked).toEqual([CANONICAL_PATH, ARTIFACT]);
  });

  test('leaves the evidence of the published model, and no text of its skills', async () => {
    const { origin } = await goodSite();
    const { report } = await checkASite(origin);
    expect(report.steps.map(({ evidence }) => evidence)).toMatchObject([
      {
        paths: [{ path: CANONICAL_PATH, httpStatus: 200, contentType: 'application/json', failure: null }],
        selected: CANONICAL_PATH,
      },
      { schemaUri: SCHEMA_URI, skills: 1, validSkills: 1, unknownFields: 0 },
      { invalid: 0, warned: 0, first: [] },
      {
        artifacts: [
          {
            skill: 'tidy',
            url: `${origin}${ARTIFACT}`,
            origin: 'same-origin',
            digestMatches: true,
            bytes: GOOD_SKILL.length,
          },
        ],
        notProcessed: 0,
      },
      { skills: [{ kind: 'skill-md', skill: 'tidy', frontmatterValid: true, missingCues: [] }] },
      { injections: 0, credentials: 0, externalUrls: 0, crossOriginArtifacts: 0 },
    ]);
    expect(JSON.stringify(report)).not.toContain('Sort its rows');
  });
});

describe('step 1, the index', () => {
  const gone: Page = { status: 404 };
  const cases: Case[] = [
    ['is missing at both paths', { [CANONICAL_PATH]: gone }, 'wnnnnn', 50, ['1:warn:index-missing']],
    [
      'is at the legacy path only',
      { [CANONICAL_PATH]: gone, [LEGACY_PATH]: indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]) },
      'wppppp',
      93,
      ['1:warn:index-legacy-path'],
    ],
    [
      'is of v0.1.0, at the legacy path',
      { [CANONICAL_PATH]: gone, [LEGACY_PATH]: legacyFormat },
      'wfnnnn',
      21,
      ['1:warn:index-legacy-path', '2:fail:index-schema'],
    ],
    [
      'is broken at the canonical path, though fine at the legacy one',
      { [CANONICAL_PATH]: json('{'), [LEGACY_PATH]: json(index) },
      'pfnnnn',
      43,
      ['2:fail:index-json'],
    ],
    [
      'fails on the server, with a legacy one',
      {
        [CANONICAL_PATH]: { status: 500 },
        [LEGACY_PATH]: indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]),
      },
      'wppppp',
      93,
      ['1:warn:index-legacy-path'],
    ],
    [
      'is the page that the site shows for everything',
      {
        [CANONICAL_PATH]: json('<!doctype html>', 'text/html'),
        [LEGACY_PATH]: json('<!doctype html>', 'text/html'),
      },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
    [
      'is larger than may be read',
      { [CANONICAL_PATH]: json(' '.repeat(DEFAULT_SOURCE_LIMITS.indexBytes + 1)) },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
    [
      'is redirected on the same site',
      {
        [CANONICAL_PATH]: { status: 301, location: '/index.json' },
        '/index.json': indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]),
      },
      'pppppp',
      100,
      [],
    ],
    [
      'is redirected in a circle',
      { [CANONICAL_PATH]: { status: 302, location: CANONICAL_PATH } },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));

  test('that is redirected to another site is a warning, and where it came from is what its URLs are relative to', async () => {
    const other = await goodSite();
    const there = other.origin.replace('127.0.0.1', 'other.localhost');
    const { origin } = await siteOf({
      [CANONICAL_PATH]: { status: 302, location: `${there}${CANONICAL_PATH}` },
    });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { steps, findings, report } = await checkASite(origin, { resolve });
    expect({ steps, findings }).toEqual({ steps: 'wppppp', findings: ['1:warn:index-elsewhere'] });
    expect(report.steps[3]?.evidence).toMatchObject({ artifacts: [{ url: `${there}${ARTIFACT}` }] });
  });

  test('is not said to be missing where nobody answers', async () => {
    const { origin } = await siteOf({
      [CANONICAL_PATH]: (request) => request.socket.destroy(),
      [LEGACY_PATH]: (request) => request.socket.destroy(),
    });
    await expect(checkASite(origin)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  test('in an inner network is refused by name of the option that allows it', async () => {
    const resolve = async () => [{ address: '10.1.2.3', family: 4 }];
    await expect(checkASite('https://inner.example', { resolve })).rejects.toThrow(
      /10\.1\.2\.3.*--allow-private/,
    );
  });
});

describe('step 2, the schema: an index', () => {
  const withIndex = (page: Page) => ({ [CANONICAL_PATH]: page });
  const skills = [entryFor(GOOD_SKILL)];
  const cases: Case[] = [
    ['that is no JSON', withIndex(json('{"skills": [}')), 'pfnnnn', 43, ['2:fail:index-json']],
    ['that is empty', withIndex(json('')), 'pfnnnn', 43, ['2:fail:index-json']],
    ['that is no object', withIndex(json('[]')), 'pfnnnn', 43, ['2:fail:index-skills']],
    [
      'served as a page, though it is JSON',
      withIndex(json(index, 'text/html')),
      'pfpppp',
      80,
      ['2:fail:index-content-type'],
    ],
    ['served as an image', withIndex(json(index, 'image/png')), 'pfpppp', 80, ['2:fail:index-content-type']],
    ['served as text', withIndex(json(index, 'text/plain')), 'pwpppp', 90, ['2:warn:index-generic-type']],
    [
      'served as bytes',
      withIndex(json(index, 'application/octet-stream')),
      'pwpppp',
      90,
      ['2:warn:index-generic-type'],
    ],
    ['served as nothing', withIndex({ body: index }), 'pwpppp', 90, ['2:warn:index-generic-type']],
    [
      'served as JSON of its own kind',
      withIndex(json(index, 'application/vnd.x+json; a=b')),
      'pppppp',
      100,
      [],
    ],
    ['with a byte order mark', withIndex(json(`\ufeff${index}`)), 'pppppp', 100, []],
    [
      'without $schema',
      withIndex(indexWith(skills, { $schema: undefined })),
      'pfpppp',
      80,
      ['2:fail:index-schema'],
    ],
    [
      'of another schema',
      withIndex(indexWith(skills, { $schema: 'https://schemas.agentskills.io/discovery/0.3.0/schema.json' })),
      'pfnnnn',
      43,
      ['2:fail:index-schema'],
    ],
    [
      'whose $schema is no text',
      withIndex(indexWith(skills, { $schema: 1 })),
      'pfnnnn',
      43,
      ['2:fail:index-schema'],
    ],
    ['of v0.1.0', withIndex(legacyFormat), 'pfnnnn', 43, ['2:fail:index-schema']],
    ['without skills', withIndex(indexWith(undefined)), 'pfnnnn', 43, ['2:fail:index-skills']],
    ['whose skills are no list', withIndex(indexWith({ tidy: {} })), 'pfnnnn', 43, ['2:fail:index-skills']],
    ['of no skill', withIndex(indexWith([])), 'pfnnnn', 43, ['2:fail:index-skills']],
    [
      'with fields of its own',
      withIndex(indexWith(skills, { version: '0.2.0', generator: 'x' })),
      'pwpppp',
      90,
      ['2:warn:index-unknown-fields'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));
});

describe('step 3, an entry', () => {
  const invalid = (over: Record<string, unknown>): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), { ...entryFor(GOOD_SKILL), ...over }]),
  });
  test.each<[string, Record<string, unknown>]>([
    ['without a name', { name: undefined }],
    ['whose name has capitals', { name: 'Tidy' }],
    ['whose name has two hyphens', { name: 'a--b' }],
    ['whose name begins with a hyphen', { name: '-a' }],
    ['whose name is too long', { name: 'a'.repeat(65) }],
    ['whose name is not ASCII', { name: 'técnica' }],
    ['whose name is a path', { name: '../tidy' }],
    ['of an unknown type', { type: 'mcp-resource-template' }],
    ['without a type', { type: undefined }],
    ['with a blank description', { description: '  ' }],
    ['with a description over 1024 characters', { description: 'é'.repeat(1025) }],
    ['whose description is no text', { description: ['x'] }],
    ['without a URL', { url: undefined }],
    ['whose URL is script', { url: 'javascript:alert(1)' }],
    ['whose URL is a file', { url: 'file:///etc/passwd' }],
    ['whose URL has spaces', { url: 'tidy/SKILL .md' }],
    ['whose URL has a backslash', { url: '\\\\evil.example\\x' }],
    ['whose URL is broken', { url: 'https://[' }],
    ['with an empty URL', { url: '' }],
    ['with a digest in capitals', { digest: `sha256:${'A'.repeat(64)}` }],
    ['with a digest that is too short', { digest: 'sha256:abc' }],
    ['with a digest of another kind', { digest: `sha512:${'a'.repeat(64)}` }],
  ])('%s fails, and is not fetched', async (_what, over) => {
    await expectOutcome(['', invalid(over), 'ppfppp', 85, ['3:fail:entry-invalid']]);
  });

  test('that is no object fails', async () => {
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([null, 'x', [], entryFor(GOOD_SKILL)]) },
      'ppfppp',
      85,
      ['3:fail:entry-invalid'],
    ]);
  });

  test('that is the only one and invalid leaves nothing to fetch', async () => {
    await expectOutcome(['', { [CANONICAL_PATH]: indexWith([{}]) }, 'ppfnnn', 70, ['3:fail:entry-invalid']]);
  });

  test('with fields of its own, or a description of exactly 1024 characters, is fine', async () => {
    const start = 'Use it when the tests ask for it. ';
    const description = `${start}${'é'.repeat(1024 - start.length)}`;
    const skill = GOOD_SKILL.replace(DESCRIPTION, description);
    const entry = entryFor(skill, { description, version: '1', tags: ['x'] });
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entry]), [ARTIFACT]: markdown(skill) },
      'pppppp',
      100,
      [],
    ]);
  });

  test.each<[string, string]>([
    ['is short', 'Use it well.'],
    ['has few words', 'Spreadsheet-normalisation when needed'],
    ['does not say when', 'Tidies tables of numbers and puts the rows in order'],
  ])('whose description %s is a warning', async (_what, description) => {
    const skill = GOOD_SKILL.replace(DESCRIPTION, description);
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entryFor(skill, { description })]), [ARTIFACT]: markdown(skill) },
      'ppwppp',
      93,
      ['3:warn:entry-description'],
    ]);
  });

  test('with the name of another is a warning', async () => {
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), entryFor(GOOD_SKILL)]) },
      'ppwppp',
      93,
      ['3:warn:entry-repeated'],
    ]);
  });
});

describe('step 4, an artifact', () => {
  const at = (url: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL, { url })]),
  });
  const cases: Case[] = [
    ['that is missing', { [ARTIFACT]: { status: 404 } }, 'pppfnn', 71, ['4:fail:artifact-missing']],
    ['that is forbidden', { [ARTIFACT]: { status: 403 } }, 'pppfnn', 71, ['4:fail:artifact-missing']],
    [
      'that redirects too often',
      { [ARTIFACT]: { status: 302, location: ARTIFACT } },
      'pppfnn',
      71,
      ['4:fail:artifact-missing'],
    ],
    [
      'that is too large',
      { [ARTIFACT]: markdown('x'.repeat(DEFAULT_SOURCE_LIMITS.downloadBytes + 1)) },
      'pppfnn',
      71,
      ['4:fail:artifact-missing'],
    ],
    [
      'that was changed',
      { [ARTIFACT]: markdown(`${GOOD_SKILL}\n`) },
      'pppfpp',
      80,
      ['4:fail:artifact-digest'],
    ],
    [
      'of a weak type',
      { [ARTIFACT]: { type: 'application/octet-stream', body: GOOD_SKILL } },
      'pppwpp',
      90,
      ['4:warn:artifact-content-type'],
    ],
    ['of no type', { [ARTIFACT]: { body: GOOD_SKILL } }, 'pppwpp', 90, ['4:warn:artifact-content-type']],
    ['by an absolute path', at(ARTIFACT), 'pppppp', 100, []],
    [
      'after a redirect',
      { ...at('/moved'), '/moved': { status: 308, location: ARTIFACT } },
      'pppppp',
      100,
      [],
    ],
    [
      'in an inner network',
      at('https://10.0.0.1/SKILL.md'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
    [
      'of the cloud’s metadata',
      at('https://169.254.169.254/latest/meta-data/'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
    [
      'without TLS elsewhere',
      at('http://host.example/SKILL.md'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));

  test.each([
    ['other.localhost', 'external'],
    ['sub.site.localhost', 'same-site'],
  ])('at %s is a warning, for it is %s', async (host, origin) => {
    const server = await goodSite();
    const port = new URL(server.origin).port;
    const elsewhere = `http://${host}:${port}${ARTIFACT}`;
    const site = await siteOf({ [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL, { url: elsewhere })]) });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { steps, score, report } = await checkASite(site.origin.replace('127.0.0.1', 'site.localhost'), {
      resolve,
    });
    expect({ steps, score }).toEqual({ steps: 'pppwpp', score: 90 });
    expect(report.steps[3]?.evidence).toMatchObject({ artifacts: [{ origin }] });
  });

  test('beyond the limit is counted and not fetched', async () => {
    const entries = ['a', 'b', 'c'].map((name) => entryFor(GOOD_SKILL, { name }));
    const { origin, asked } = await goodSite({ [CANONICAL_PATH]: indexWith(entries) });
    const { report } = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, skills: 2 } });
    expect(asked).toHaveLength(3);
    expect(report.steps[3]?.evidence).toMatchObject({ notProcessed: 1 });
  });

  test('whose URL is signed is shown without the signature', async () => {
    const url = `${ARTIFACT}?signature=0123456789`;
    const { origin } = await goodSite({ ...at(url), [url]: markdown(GOOD_SKILL) });
    const { steps, report } = await checkASite(origin);
    expect(steps).toBe('pppppp');
    expect(JSON.stringify(report)).not.toContain('0123456789');
  });

  test.each<[string, Page]>([
    ['never begins', () => null],
    ['stops half-way', (_request, response) => void response.writeHead(200).write('x')],
  ])('that %s ends at the time limit', async (_what, page) => {
    const { origin } = await goodSite({ [ARTIFACT]: page });
    const { steps, findings } = await checkASite(origin, {
      limits: { ...DEFAULT_SOURCE_LIMITS, requestSeconds: 1 },
    });
    expect({ steps, findings }).toEqual({ steps: 'pppfnn', findings: ['4:fail:artifact-missing'] });
  });

  test('after another that used up the time of the whole check is not waited for', async () => {
    const entries = [entryFor(GOOD_SKILL, { url: '/slow' }), entryFor(GOOD_SKILL, { name: 'later' })];
    const { origin } = await goodSite({ [CANONICAL_PATH]: indexWith(entries), '/slow': () => null });
    const { report } = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, totalSeconds: 2 } });
    expect(report.steps[3]?.evidence).toMatchObject({
      artifacts: [{ failure: 'timeout' }, { failure: 'timeout' }],
    });
  });
});

describe('step 5, a SKILL.md', () => {
  const withSkill = (skill: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(skill)]),
    [ARTIFACT]: markdown(skill),
  });
  const body = GOOD_SKILL.split('---').at(-1) ?? '';
  const fails: Case[] = [
    ['without frontmatter', withSkill(body), 'ppppfp', 85, ['5:fail:frontmatter-invalid']],
    [
      'whose frontmatter does not end',
      withSkill(GOOD_SKILL.replace('\n---\n\n#', '\n\n#')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'whose frontmatter is no YAML',
      withSkill(GOOD_SKILL.replace('name: tidy', 'name: "tidy')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'without a name',
      withSkill(GOOD_SKILL.replace('name: tidy\n', '')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'without a description',
      withSkill(GOOD_SKILL.replace(`description: ${DESCRIPTION}\n`, '')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid'],
    ],
    [
      'with a bare colon in a value',
      withSkill(GOOD_SKILL.replace('Tidies', 'Note: tidies')),
      'ppppfp',
      85,
      ['5:fail:frontmatter-invalid', '5:warn:entry-differs'],
    ],
  ];
  test.each(fails)('%s fails', (...one) => expectOutcome(one));

  const warns: Case[] = [
    [
      'that is called otherwise',
      withSkill(GOOD_SKILL.replace('name: tidy', 'name: neat')),
      'ppppwp',
      93,
      ['5:warn:entry-differs'],
    ],
    [
      'that is described otherwise',
      withSkill(GOOD_SKILL.replace('Tidies', 'Sorts')),
      'ppppwp',
      93,
      ['5:warn:entry-differs'],
    ],
    [
      'that says little',
      withSkill(GOOD_SKILL.replace(body, '\nDo it well.\n')),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'that says far too much',
      withSkill(GOOD_SKILL + 'More lines.\n'.repeat(500)),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'without an example',
      withSkill(GOOD_SKILL.replaceAll(/example|```/gi, 'case')),
      'ppppwp',
      93,
      ['5:warn:body-quality'],
    ],
    [
      'whose compatibility says nothing',
      withSkill(GOOD_SKILL.replace('name:', 'compatibility: Works with any agent.\nname:')),
      'ppppwp',
      93,
      ['5:warn:compatibility-vague'],
    ],
    [
      'whose compatibility says something',
      withSkill(GOOD_SKILL.replace('name:', 'compatibility: Needs Python 3.11 and network access\nname:')),
      'pppppp',
      100,
      [],
    ],
  ];
  test.each(warns)('%s', (...one) => expectOutcome(one));
});

describe('step 5 and 6, an archive', () => {
  const URL_PATH = '/tidy.tar.gz';
  const files: (TarEntry & ZipEntry)[] = [
    { name: 'SKILL.md', content: GOOD_SKILL },
    { name: 'references/a.md', content: 'x' },
  ];
  const serveArchive = (bytes: Uint8Array, type = 'application/gzip'): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(bytes, { type: 'archive', url: URL_PATH })]),
    [URL_PATH]: { type, body: bytes },
  });

  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['tar.gz', 'application/gzip', () => tarGzOf(files)],
    ['zip', 'application/zip', () => zipOf(files)],
    ['tar', 'application/x-tar', () => tarOf(files)],
  ])('that is a %s passes', async (_format, type, build) => {
    await expectOutcome(['', serveArchive(await build(), type), 'pppppp', 100, []]);
  });

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, string, number, string[]]>([
    [
      'with a folder around it',
      () => tarGzOf([{ name: 'tidy/SKILL.md', content: GOOD_SKILL }]),
      'ppppfp',
      85,
      ['5:fail:archive-without-root-skill'],
    ],
    [
      'without a SKILL.md',
      () => tarGzOf([{ name: 'README.md', content: 'x' }]),
      'ppppfp',
      85,
      ['5:fail:archive-without-root-skill'],
    ],
    ['of nothing', () => tarGzOf([]), 'ppppfp', 85, ['5:fail:archive-without-root-skill']],
    [
      'with paths that begin with "./"',
      () => tarGzOf([{ name: './SKILL.md', content: GOOD_SKILL }]),
      'ppppwp',
      93,
      ['5:warn:archive-dot-paths'],
    ],
    [
      'with ".."',
      () => tarGzOf([...files, { name: '../evil' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with an absolute path',
      () => tarGzOf([...files, { name: '/evil' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a link that stays inside',
      () => tarGzOf([...files, { name: 'l', type: 'symlink', linkname: 'SKILL.md' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a hard link',
      () => tarGzOf([...files, { name: 'l', type: 'link', linkname: 'SKILL.md' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'with a device',
      () => tarGzOf([...files, { name: 'd', type: 'block-device' }]),
      'ppppff',
      70,
      ['5:fail:archive-unsafe', '6:fail:archive-unsafe'],
    ],
    [
      'that is a bomb',
      () => tarGzOf([...files, { name: 'zeros', content: Buffer.alloc(40 * 1024 * 1024) }]),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe'],
    ],
    [
      'of too many files',
      () => tarGzOf(Array.from({ length: 600 }, (_, i) => ({ name: `${i}` }))),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe', '5:fail:archive-without-root-skill'],
    ],
    [
      'that is noise',
      () => new TextEncoder().encode('noise'.repeat(300)),
      'ppppfp',
      85,
      ['5:fail:archive-unsafe'],
    ],
    [
      'with scripts',
      () => tarGzOf([...files, { name: 'scripts/run.sh', content: 'true\n' }]),
      'pppppw',
      93,
      ['6:warn:archive-scripts'],
    ],
  ])('%s', async (_what, build, steps, score, findings) => {
    await expectOutcome(['', serveArchive(await build()), steps, score, findings]);
  });

  test('whose type speaks of another format is a warning', async () => {
    await expectOutcome([
      '',
      serveArchive(zipOf(files), 'application/gzip'),
      'pppwpp',
      90,
      ['4:warn:artifact-content-type'],
    ]);
  });
});

describe('step 6, a skill', () => {
  const withSkill = (skill: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(skill)]),
    [ARTIFACT]: markdown(skill),
  });
  const cases: Case[] = [
    [
      'that links to another site',
      withSkill(`${GOOD_SKILL}\nSee https://docs.example.com/x for more.\n`),
      'pppppw',
      93,
      ['6:warn:external-urls'],
    ],
    [
      'that may change files',
      withSkill(GOOD_SKILL.replace('name:', 'allowed-tools: Read Write Bash(git status:*)\nname:')),
      'pppppw',
      93,
      ['6:warn:tool-grants'],
    ],
    [
      'that speaks of hooks',
      withSkill(`${GOOD_SKILL}\nInstall the PreToolUse hook.\n`),
      'pppppw',
      93,
      ['6:warn:hooks'],
    ],
  ];
  test.each(cases)('%s is a warning', (...one) => expectOutcome(one));

  test('that links to its own site is fine', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const skill = `${GOOD_SKILL}\nSee http://docs.site.localhost/x.\n`;
    const { origin } = await goodSite(withSkill(skill));
    expect((await checkASite(origin.replace('127.0.0.1', 'site.localhost'), { resolve })).steps).toBe(
      'pppppp',
    );
  });
});
