import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { keepPackages } from '../../src/app/kept-packages.ts';
import { pruneImages, setupSandbox } from '../../src/app/setup-sandbox.ts';
import { imageFor } from '../../src/sandbox/image/image.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { connectToServer } from '../sandbox/docker/connect-to-server.ts';
import { codexAt } from './codex-releases.ts';

afterEach(() => vi.unstubAllEnvs());

function setUp(said: string[], agent?: string) {
  return setupSandbox((line) => said.push(line), AbortSignal.timeout(PATIENCE_MS), agent);
}

test('an existing image is not built again', async () => {
  const said: string[] = [];
  const { tag, digest, wasBuilt } = await setUp(said);
  expect(tag).toMatch(/^assay-sandbox:/);
  expect(digest).toMatch(/^sha256:/);
  expect({ wasBuilt, said }).toEqual({ wasBuilt: false, said: [] });
});

/** An engine of that architecture with images of these repositories, which builds nothing. */
async function engineWith({ architecture = 'amd64', images = ['assay-sandbox'] } = {}) {
  const built: string[] = [];
  const engine = createServer(({ url = '' }, response) => {
    const [, repository = ''] = /\/images\/([^:]+):/.exec(decodeURIComponent(url)) ?? [];
    if (repository !== '' && !images.includes(repository)) response.writeHead(404);
    if (url.includes('/build')) built.push(url);
    response.end(JSON.stringify({ Id: `sha256:${repository}`, Arch: architecture }));
  });
  vi.stubEnv('DOCKER_HOST', (await connectToServer(engine)).address);
  return { built };
}

/** An npm that has a registry, and gives every package the same bytes. */
function stubNpm(): void {
  const folder = temporaryFolder();
  const lines = ['#!/bin/sh', 'echo https://registry.example/', 'echo "$2" > package.tgz', ''];
  writeFileSync(join(folder, 'npm'), lines.join('\n'));
  chmodSync(join(folder, 'npm'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
}

test('an agent whose image exists needs nothing', async () => {
  await engineWith({ images: ['assay-sandbox', 'assay-sandbox-codex'] });
  const said: string[] = [];
  expect(await setUp(said, 'codex')).toEqual({
    tag: expect.stringMatching(/^assay-sandbox-codex:/),
    digest: 'sha256:assay-sandbox-codex',
    wasBuilt: false,
  });
  expect(said).toEqual([]);
});

test('an API agent works in the sandbox image', async () => {
  await engineWith();
  expect(await setUp([], 'api-openai')).toMatchObject({ digest: 'sha256:assay-sandbox', wasBuilt: false });
});

test.each([
  ['amd64', /claude-code-linux-x64@/],
  ['arm64', /claude-code-linux-arm64@/],
])(
  'on an engine of %s the matching package is fetched, and no image is built from other bytes',
  async (architecture, spec) => {
    const { built } = await engineWith({ architecture });
    stubNpm();
    const said: string[] = [];
    await expect(setUp(said, 'claude-code')).rejects.toMatchObject({
      code: 'SOURCE_UNREACHABLE',
      message: expect.stringMatching(spec),
    });
    expect(said).toEqual([expect.stringMatching(spec)]);
    expect(built).toEqual([]);
  },
);

test('the error for an engine without a package lists the supported ones', async () => {
  await engineWith({ architecture: 's390x' });
  await expect(setUp([], 'codex')).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: 'There is no codex for an engine on s390x. Available for: amd64, arm64.',
  });
});

test('pruning removes what this version and its agents do not use, and says what a container needs', async () => {
  const { tag: current } = await setUp([]);
  vi.stubEnv('ASSAY_STATE_DIR', temporaryFolder());
  const agent = codexAt('0.1.0');
  await keepPackages(agent);
  const { tag: kept } = await imageFor(agent.image);
  const tags = [
    current,
    kept,
    'assay-sandbox:old',
    'assay-sandbox-codex:old',
    'assay-environment:one',
    'assay-environment:busy',
  ];
  const removed: string[] = [];
  const engine = createServer(({ url = '', method }, response) => {
    const path = decodeURIComponent(url);
    const [, image = ''] = /\/images\/(\S+:\w+)/.exec(path) ?? [];
    if (path.includes('/images/json')) {
      const Labels = { 'assay.environment': 'sheets' };
      return response.end(JSON.stringify(tags.map((tag) => ({ RepoTags: [tag], Labels }))));
    }
    if (method === 'DELETE' && image.endsWith(':busy')) response.writeHead(409);
    else if (method === 'DELETE') removed.push(image);
    return response.end('[]');
  });
  vi.stubEnv('DOCKER_HOST', (await connectToServer(engine)).address);
  const pruned = await pruneImages();
  expect(removed).toEqual(['assay-sandbox:old', 'assay-sandbox-codex:old', 'assay-environment:one']);
  expect(pruned.removed.map(({ owner }) => owner)).toEqual([null, null, 'sheets']);
  expect(pruned.needed).toEqual([{ tag: 'assay-environment:busy', owner: 'sheets' }]);
});
