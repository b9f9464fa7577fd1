import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { startedBeside } from '../../fixtures/started-beside.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type TarEntry, tarGzOf } from '../archive/tar-of.ts';
import { serve } from '../http/serve.ts';
import { NO_PATHS } from '../no-paths.ts';

afterEach(() => vi.unstubAllEnvs());

const SKILL = '---\nname: a\ndescription: Use when testing.\n---\nBody\n';

type Package = { tarball: Uint8Array; integrity?: string; shasum?: string; manifest?: string };

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** A registry with one package, `pkg` (also as `@scope/pkg`), in version 1.2.3 with the tags latest and next. */
async function registry({ tarball, integrity = integrityOf(tarball), shasum, manifest }: Package) {
  const answer: RequestListener = (request, response) => {
    if (request.url === '/pkg.tgz') response.end(tarball);
    else if (!/^\/(@scope%2f)?pkg$/.test(request.url ?? '')) response.writeHead(404).end();
    else response.end(manifest ?? JSON.stringify(about));
  };
  const { origin, asked } = await serve(answer);
  const dist = { tarball: `${origin}/pkg.tgz`, ...(shasum === undefined ? { integrity } : { shasum }) };
  const about = { 'dist-tags': { latest: '1.2.3', next: '1.2.3' }, versions: { '1.2.3': { dist } } };
  vi.stubEnv('npm_config_registry', `${origin}/`);
  return { asked };
}

function load(text: string, options: LoadOptions = {}) {
  return loadSource(parseSource(text, NO_PATHS), options);
}

function packed(entries: readonly TarEntry[]): Promise<Uint8Array> {
  return tarGzOf(entries.map((entry) => ({ ...entry, name: `package/${entry.name}` })));
}

const good = () =>
  packed([
    { name: 'package.json', content: '{"scripts":{"postinstall":"exit 1"}}' },
    { name: 'skills/a/SKILL.md', content: SKILL },
  ]);

describe('an npm package', () => {
  test.each(['npm:pkg', 'npm:pkg@1.2.3', 'npm:pkg@next', 'npm:@scope/pkg'])(
    'given as %s yields its skills',
    async (text) => {
      await registry({ tarball: await good() });
      const { skills, findings } = await load(text);
      expect(findings).toEqual([]);
      expect(skills.map(({ path, folder }) => [path, folder.folder, folder.source])).toEqual([
        ['skills/a', 'a', text],
      ]);
    },
  );

  test('that is itself a skill has no folder name, because "package" comes from npm', async () => {
    await registry({ tarball: await packed([{ name: 'SKILL.md', content: SKILL }]) });
    expect((await load('npm:pkg')).skills.map(({ folder }) => folder.folder)).toEqual([null]);
  });

  test('from an old index is checked against its SHA-1', async () => {
    const tarball = await good();
    await registry({ tarball, shasum: createHash('sha1').update(tarball).digest('hex') });
    expect((await load('npm:pkg')).skills).toHaveLength(1);
  });

  test('may contain far more files beside its skills than a skill may', async () => {
    const others = Array.from({ length: 1500 }, (_, index) => ({
      name: `dist/${index}.js`,
      content: `${index}`,
    }));
    await registry({ tarball: await packed([{ name: 'skills/a/SKILL.md', content: SKILL }, ...others]) });
    expect((await load('npm:pkg')).skills).toHaveLength(1);
  });

  test('is fetched with exactly two requests', async () => {
    const { asked } = await registry({ tarball: await good() });
    await load('npm:pkg');
    expect(asked).toEqual(['/pkg', '/pkg.tgz']);
  });
});

describe('a package is refused', () => {
  test.each([
    ['whose bytes differ from the announced digest', integrityOf(new Uint8Array([1]))],
    ['for which only a weaker digest matches', `${integrityOf(new Uint8Array([1]))} sha1-AAAA`],
    ['without an announced digest', ''],
    ['without an announced digest of a known kind', 'md5-AAAA'],
  ])('%s', async (_what, integrity) => {
    await registry({ tarball: await good(), integrity });
    await expect(load('npm:pkg')).rejects.toThrow(/not those that the registry announces/);
  });

  test('if its content is hostile, with a finding', async () => {
    await registry({ tarball: await packed([{ name: '../../evil', content: 'x' }]) });
    const { skills, findings } = await load('npm:pkg');
    expect(skills).toEqual([]);
    expect(findings.map(({ finding }) => finding.rule)).toContain('source/path-unsafe');
  });

  test('if the version does not exist, with the available tags', async () => {
    await registry({ tarball: await good() });
    await expect(load('npm:pkg@9.9.9')).rejects.toThrow('latest, next');
  });

  test('if the version does not exist, with the only available tag', async () => {
    await registry({
      tarball: await good(),
      manifest: JSON.stringify({ 'dist-tags': { latest: '1.2.3' }, versions: {} }),
    });
    await expect(load('npm:pkg@9.9.9')).rejects.toThrow('Name a version, or the tag latest.');
  });

  test('if it does not exist', async () => {
    await registry({ tarball: await good() });
    await expect(load('npm:other')).rejects.toThrow(/status 404/);
  });

  test.each([
    ['requestSeconds', { requestSeconds: 0.05 }, () => undefined],
    [
      'redirects',
      { redirects: 0 },
      (response: ServerResponse) => response.writeHead(302, { location: '/b' }).end(),
    ],
  ] as const)('if it needs more than %s allows, with the name of that limit', async (name, limit, answer) => {
    const { origin } = await serve((_, response) => void answer(response));
    vi.stubEnv('npm_config_registry', `${origin}/`);
    const limits = { ...DEFAULT_SOURCE_LIMITS, ...limit };
    await expect(load('npm:pkg', { limits })).rejects.toThrow(`--limit ${name}=NUMBER allows more.`);
  });

  test('if it is too large, with a finding that names the limit', async () => {
    await registry({ tarball: await good() });
    const limits = { ...DEFAULT_SOURCE_LIMITS, downloadBytes: 100 };
    const { skills, findings } = await load('npm:pkg', { limits });
    expect(skills).toEqual([]);
    expect(findings.map(({ finding }) => [finding.rule, finding.excerpt])).toEqual([
      ['source/over-limits', 'More than 100 bytes in one file; --limit downloadBytes=NUMBER allows more'],
    ]);
  });

  test.each([
    ['containerEntries', 1, 'More than 1 entries around its skills'],
    ['containerBytes', 20, 'More than 20 bytes around its skills'],
  ])(
    'if it contains more around its skills than %s allows, with the limit to raise',
    async (name, most, excerpt) => {
      await registry({ tarball: await good() });
      const { findings } = await load('npm:pkg', { limits: { ...DEFAULT_SOURCE_LIMITS, [name]: most } });
      expect(findings.map(({ finding }) => finding.excerpt)).toEqual([
        `${excerpt}; --limit ${name}=NUMBER allows more`,
      ]);
    },
  );

  test.each([
    '',
    '[]',
    '{"versions":{}}',
    '{"dist-tags":{"latest":"1"},"versions":{"1":{"dist":{"tarball":"file:///etc/passwd"}}}}',
  ])('if the registry answers %j', async (manifest) => {
    await registry({ tarball: await good(), manifest });
    await expect(load('npm:pkg')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('the registry', () => {
  test('is never chosen by the folder in which Assay was started', async () => {
    const { asked } = await registry({ tarball: await good() });
    const planted = await serve((_, response) => response.writeHead(404).end());
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-anthropic');
    const own = join(temporaryFolder(), 'own.npmrc');
    writeFileSync(own, `registry=${process.env['npm_config_registry']}\n`);
    vi.stubEnv('npm_config_userconfig', own);
    vi.stubEnv('npm_config_registry', undefined);
    startedBeside({
      '.npmrc': `registry=${planted.origin}/\${ANTHROPIC_API_KEY}/\n@scope:registry=${planted.origin}/\n`,
      'package.json': '{}',
    });
    await load('npm:pkg');
    await load('npm:@scope/pkg');
    expect(planted.asked).toEqual([]);
    expect(asked).not.toEqual([]);
  });

  test.each([
    ['as a variable', `\${OPENAI_API_KEY}`],
    ['as it is', 'sk-of-openai'],
  ])('is not asked where its address contains a key %s', async (_, written) => {
    const { origin, asked } = await serve((_, response) => response.writeHead(404).end());
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-openai');
    vi.stubEnv('npm_config_registry', `${origin}/${written}/`);
    await expect(load('npm:pkg')).rejects.toThrow(
      /contains the key OPENAI_API_KEY, which would be sent there/,
    );
    expect(asked).toEqual([]);
  });

  test('may have another variable of the user in its address', async () => {
    await registry({ tarball: await good() });
    vi.stubEnv('MIRROR', process.env['npm_config_registry']);
    vi.stubEnv('npm_config_registry', `\${MIRROR}`);
    expect((await load('npm:pkg')).skills).toHaveLength(1);
  });
});
