import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SOURCE_LIMITS } from '../../../src/contracts/source-limits.ts';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { tarGzOf } from '../archive/tar-of.ts';
import { zipOf } from '../archive/zip-of.ts';
import { serve } from '../http/serve.ts';
import { NO_PATHS } from '../no-paths.ts';

const SKILL = '---\nname: a\ndescription: Use when testing.\n---\nBody\n';

async function load(text: string, options: LoadOptions = {}) {
  const { skills, findings } = await loadSource(parseSource(text, NO_PATHS), options);
  return {
    skills: skills.map(({ path, folder: { folder, files } }) => [
      path,
      folder,
      files.map((file) => file.path),
    ]),
    source: skills[0]?.folder.source,
    findings: findings.map(({ finding }) => [finding.rule, finding.excerpt]),
  };
}

const serving = (pages: Record<string, string | Uint8Array>) => {
  const answer: RequestListener = (request, response) => {
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else response.end(page);
  };
  return serve(answer);
};

describe('from a URL,', () => {
  test('an archive yields its skills, and a signature in the URL is not repeated', async () => {
    const { origin } = await serving({
      '/a.zip?sig=topsecret': zipOf([{ name: 'SKILL.md', content: SKILL }]),
    });
    expect(await load(`${origin}/a.zip?sig=topsecret`)).toEqual({
      skills: [['.', null, ['SKILL.md']]],
      source: `${origin}/a.zip?…`,
      findings: [],
    });
  });

  test('a .skill file yields its folder', async () => {
    const { origin } = await serving({ '/a.skill': zipOf([{ name: 'a/SKILL.md', content: SKILL }]) });
    expect(await load(`${origin}/a.skill`)).toMatchObject({
      skills: [['a', 'a', ['SKILL.md']]],
      findings: [],
    });
  });

  test('an archive that a forge generated may have an unnamed outer folder and many other files', async () => {
    const others = Array.from({ length: 1500 }, (_, index) => ({
      name: `repo-main/${index}`,
      content: `${index}`,
    }));
    const skill = { name: 'repo-main/skills/a/SKILL.md', content: SKILL };
    const { origin } = await serving({ '/o/r/archive/main.tar.gz': await tarGzOf([skill, ...others]) });
    expect(await load(`${origin}/o/r/archive/main.tar.gz`)).toMatchObject({
      skills: [['skills/a', 'a', ['SKILL.md']]],
      findings: [],
    });
  });

  test('a SKILL.md is a skill of one file in an unnamed folder', async () => {
    const { origin } = await serving({ '/o/r/main/SKILL.md': SKILL });
    expect(await load(`${origin}/o/r/main/SKILL.md`)).toMatchObject({
      skills: [['.', null, ['SKILL.md']]],
      findings: [],
    });
  });
});

describe('a download is refused', () => {
  test('if it is larger than allowed, with a finding that names the limit', async () => {
    const { origin } = await serving({ '/a.zip': zipOf([{ name: 'SKILL.md', content: SKILL }]) });
    const limits = { ...DEFAULT_SOURCE_LIMITS, downloadBytes: 10 };
    expect(await load(`${origin}/a.zip`, { limits })).toMatchObject({
      skills: [],
      findings: [
        ['source/over-limits', 'More than 10 bytes in one file; --limit downloadBytes=NUMBER allows more'],
      ],
    });
  });

  test('if it does not exist or is not an archive', async () => {
    const { origin } = await serving({ '/page.zip': '<html>Sign in</html>' });
    await expect(load(`${origin}/gone.zip`)).rejects.toThrow(/status 404.*Check the address/);
    expect((await load(`${origin}/page.zip`)).findings.map(([rule]) => rule)).toEqual(['source/unreadable']);
  });

  test('as a whole if it is a hostile archive', async () => {
    const { origin } = await serving({ '/a.zip': zipOf([{ name: '../evil', content: 'x' }]) });
    expect(await load(`${origin}/a.zip`)).toMatchObject({
      skills: [],
      findings: [['source/path-unsafe', expect.anything()]],
    });
  });

  test('if it redirects into an internal network', async () => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(302, { location: 'https://169.254.169.254/a.zip' }).end(),
    );
    await expect(load(`${origin}/a.zip`)).rejects.toThrow(/address-refused.*--allow-private/);
  });
});
