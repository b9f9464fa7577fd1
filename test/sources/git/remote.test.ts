import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type LoadOptions, loadSource } from '../../../src/sources/load-source.ts';
import { parseSource } from '../../../src/sources/parse-source.ts';
import { serve } from '../http/serve.ts';
import { NO_PATHS } from '../no-paths.ts';
import { gitOver } from './git-server.ts';
import { repository, SKILL, stubGitConfig } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

function load(text: string, options: LoadOptions = {}) {
  return loadSource(parseSource(text, NO_PATHS), options);
}

/** A repository at `/r.git`, and what else a server says before it comes to that. */
async function served(redirects: Record<string, string> = {}, address?: string) {
  const { folder, git } = repository({ 'skills/a/SKILL.md': SKILL });
  const backend = gitOver(dirname(folder));
  const server = await serve((request, response) => {
    const place = redirects[new URL(request.url ?? '', 'http://localhost').pathname];
    if (place !== undefined) return response.writeHead(302, { location: place }).end();
    request.url = request.url?.replace('/r.git', `/${basename(folder)}/.git`);
    return backend(request, response);
  }, address);
  return { ...server, git };
}

const pathsOf = ({ skills }: { skills: readonly { path: string }[] }) => skills.map(({ path }) => path);

describe('a repository over HTTP', () => {
  test('yields its skills', async () => {
    const { origin } = await served();
    expect(pathsOf(await load(`${origin}/r.git`))).toEqual(['skills/a']);
  });

  test('is found at the address it moved to', async () => {
    const { origin } = await served({ '/old.git/info/refs': '/r.git/info/refs?service=git-upload-pack' });
    expect(pathsOf(await load(`${origin}/old.git`))).toEqual(['skills/a']);
  });

  test('is fetched from the address that was checked, whatever its name resolves to later', async () => {
    const { port } = await served({}, '127.0.0.2');
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }];
    const text = `http://repo.localhost:${port}/r.git`;
    expect(pathsOf(await load(text, { resolve }))).toEqual(['skills/a']);
    await expect(load(text, { resolve: async () => [{ address: '127.0.0.3', family: 4 }] })).rejects.toThrow(
      /the connection was refused \(127\.0\.0\.3/,
    );
  });

  test('is fetched without a proxy, which would resolve its name again', async () => {
    const { origin } = await served();
    stubGitConfig({ 'http.proxy': 'http://127.0.0.1:1' });
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1');
    expect(pathsOf(await load(`${origin}/r.git`))).toEqual(['skills/a']);
  });
});

describe('an internal network', () => {
  const inner = async () => [{ address: '10.0.0.5', family: 4 }];

  test.each([
    'https://repo.example/r.git',
    'owner/repo',
    'https://github.com/owner/repo/tree/main/skills',
    'git@repo.example:o/r.git',
    'ssh://git@repo.example:2222/o/r',
    'https://repo.example/x.zip',
    'https://repo.example/SKILL.md',
  ])('is not contacted for %s', async (text) => {
    await expect(load(text, { resolve: inner })).rejects.toThrow(
      /10\.0\.0\.5, which is not.*--allow-private/,
    );
  });

  test.each(['git@127.0.0.1:o/r.git', 'ssh://git@127.0.0.1/o/r', 'git@localhost:o/r.git'])(
    'does not include this machine if it is named explicitly, as in %s',
    async (text) => {
      vi.stubEnv('GIT_SSH_COMMAND', 'false');
      await expect(load(text)).rejects.toThrow(/Could not read from remote repository\. Check the address/);
    },
  );

  test.each(['http://169.254.169.254/r.git/info/refs?service=git-upload-pack', 'https://192.168.0.1/'])(
    'is not contacted after a redirect to %s',
    async (place) => {
      const { origin, asked } = await served({ '/r.git/info/refs': place });
      await expect(load(`${origin}/r.git`)).rejects.toThrow(/(scheme|address)-refused/);
      expect(asked).toEqual(['/r.git/info/refs?service=git-upload-pack']);
    },
  );

  test('cannot be reached by a redirect that appears only for git', async () => {
    const secret = await serve((_request, response) => response.end('secret'));
    const { folder } = repository({ 'SKILL.md': SKILL });
    const backend = gitOver(dirname(folder));
    let requests = 0;
    const { origin } = await serve((request, response) => {
      if (++requests > 1) return response.writeHead(302, { location: `${secret.origin}/r.git` }).end();
      request.url = request.url?.replace('/r.git', `/${basename(folder)}/.git`);
      return backend(request, response);
    });
    await expect(load(`${origin}/r.git`)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
    expect(secret.asked).toEqual([]);
  });

  test('is contacted if the user allows it', async () => {
    const { port } = await served();
    const resolve = async () => [{ address: '10.0.0.5', family: 4 }];
    const options = { resolve, allowPrivate: true };
    expect(pathsOf(await load(`http://localhost:${port}/r.git`, options))).toEqual(['skills/a']);
  });
});
