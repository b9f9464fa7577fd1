import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { execaSync } from 'execa';
import { afterEach, expect, test, vi } from 'vitest';
import { pinned } from '../../../src/agents/programs/pinned.ts';
import type { EngineConnection } from '../../../src/sandbox/docker/connect-engine.ts';
import { buildImage, buildProgramImage } from '../../../src/sandbox/image/build-image.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { tarGzOf } from '../../sources/archive/tar-of.ts';
import { connectToServer } from '../docker/connect-to-server.ts';

afterEach(() => vi.unstubAllEnvs());

type Call = { path: string; query: URLSearchParams; body: string };
type Answers = { pull?: string; import?: string; build?: string };

const PULLED = '{"status":"Pulling from library/node"}\n';
const BUILT = '{"stream":"Step 1/1 : FROM x"}\n{"stream":"Successfully built\\n"}\n';

/** An engine that knows the three calls a build makes; one without an answer fails as without a registry. */
async function engineThatAnswers(answers: Answers): Promise<{ connection: EngineConnection; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer(async (incoming: IncomingMessage, response: ServerResponse) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '', 'http://engine');
    const body = await text(incoming).catch(() => 'cut off');
    if (path === '/_ping') return response.end('OK');
    calls.push({ path, query, body });
    const kind = path === '/build' ? 'build' : query.has('fromSrc') ? 'import' : 'pull';
    const answer = answers[kind];
    if (answer === undefined) response.writeHead(500, { 'Content-Type': 'application/json' });
    return response.end(answer ?? '{"message":"no such host"}');
  });
  return { connection: await connectToServer(server), calls };
}

/** A PATH with nothing on it but bash and a mmdebstrap of the given text. */
function pathWith(mmdebstrap: string | null): string {
  const folder = temporaryFolder();
  for (const tool of ['bash', 'id']) symlinkSync(execaSync('which', [tool]).stdout, join(folder, tool));
  if (mmdebstrap !== null) {
    writeFileSync(join(folder, 'mmdebstrap'), mmdebstrap);
    chmodSync(join(folder, 'mmdebstrap'), 0o755);
  }
  return folder;
}

function build(connection: EngineConnection, said: string[] = [], signal = new AbortController().signal) {
  const image = { tag: 'assay-sandbox:test', setup: 'assay setup' };
  return buildImage(connection, image, (line) => said.push(line), signal);
}

test('with a registry, the image is built from a public one', async () => {
  const { connection, calls } = await engineThatAnswers({ pull: PULLED, build: BUILT });
  const said: string[] = [];
  await build(connection, said);
  const [pulling, building] = calls;
  const base = `${pulling?.query.get('fromImage')}:${pulling?.query.get('tag')}`;
  expect(base).toMatch(/^node:24-/);
  expect(building?.query.get('t')).toBe('assay-sandbox:test');
  expect(building?.query.get('buildargs')).toBe(JSON.stringify({ BASE_IMAGE: base }));
  expect(building?.body).toMatch(/^FROM \$\{BASE_IMAGE\}$/m);
  expect(said.at(-1)).toBe('Step 1/1 : FROM x');
});

test('without a registry, the image is built from a locally made Debian, with the running Node', async () => {
  vi.stubEnv('PATH', pathWith('#!/bin/bash\necho "a tar for $*"'));
  const { connection, calls } = await engineThatAnswers({ import: '{"status":"sha256:1"}\n', build: BUILT });
  await build(connection);
  const [, importing, building] = calls;
  expect(importing?.body).toMatch(/^a tar for .*--variant=essential/);
  expect(importing?.body).toContain(`upload '${process.execPath}' /usr/local/bin/node`);
  expect(building?.query.get('buildargs')).toBe(JSON.stringify({ BASE_IMAGE: 'assay-base:latest' }));
});

test.each([
  ['may not be installed', null, /ASSAY_NO_INSTALL=1 forbids/],
  ['fails', '#!/bin/bash\necho "E: no mirror" >&2; exit 25', /E: no mirror/],
])(
  'without a registry, if making a base image %s, the error gives the next step',
  async (_what, tool, reason) => {
    vi.stubEnv('PATH', pathWith(tool));
    vi.stubEnv('ASSAY_NO_INSTALL', '1');
    const { connection, calls } = await engineThatAnswers({
      import: '{"status":"sha256:1"}\n',
      build: BUILT,
    });
    const failure = await build(connection).catch((error) => error);
    expect(failure).toMatchObject({ code: 'IMAGE_BUILD_FAILED' });
    expect(failure.message).toMatch(reason);
    expect(failure.message).toMatch(/run "assay setup" on Debian or Ubuntu as root/);
    expect(calls.map(({ path }) => path)).not.toContain('/build');
  },
);

test('a failed build is an error that quotes the builder', async () => {
  const failing = '{"stream":"Step 1/1 : RUN false"}\n{"error":"exit code 100"}\n';
  const { connection } = await engineThatAnswers({ pull: PULLED, build: failing });
  await expect(build(connection)).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: expect.stringContaining('exit code 100'),
  });
});

const RECIPE = {
  ...{ agent: 'one', version: '1.2.3', testedVersion: '1.2.3', memoryMib: 64, leftOut: ['docs'] },
  packages: pinned({ amd64: '', arm64: '' }, { amd64: '', arm64: '' }),
};

test('a program is put on top of the sandbox image without pulling anything', async () => {
  const { connection, calls } = await engineThatAnswers({ build: BUILT });
  const image = { tag: 'assay-sandbox-one:test', setup: 'assay setup --agent one' };
  const base = { tag: 'assay-sandbox:test', setup: 'assay setup' };
  const tarball = await tarGzOf([
    { name: 'package/program', content: 'the bytes of the program' },
    { name: 'package/docs/manual.txt', content: 'the manual' },
  ]);
  const parts = { image, base, recipe: RECIPE, tarball };
  await buildProgramImage(connection, parts, () => undefined, AbortSignal.any([]));
  expect(calls.map(({ path }) => path)).toEqual(['/build']);
  const [building] = calls;
  expect(building?.query.get('t')).toBe(image.tag);
  expect(building?.query.get('buildargs')).toBe(JSON.stringify({ BASE_IMAGE: base.tag }));
  expect(building?.body).toMatch(/^FROM \$\{BASE_IMAGE\}\nCOPY package \/opt\/agent\/package$/m);
  expect(building?.body).toContain('the bytes of the program');
  expect(building?.body).not.toContain('the manual');
});

test('a program that cannot be added is an error that says how to try again', async () => {
  const { connection } = await engineThatAnswers({ build: '{"error":"no space left"}\n' });
  const image = { tag: 'assay-sandbox-one:test', setup: 'assay setup --agent one' };
  const base = { tag: 'assay-sandbox:test', setup: '' };
  const parts = { image, base, recipe: RECIPE, tarball: await tarGzOf([]) };
  await expect(
    buildProgramImage(connection, parts, () => undefined, AbortSignal.any([])),
  ).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: expect.stringMatching(/no space left.*"assay setup --agent one" again/),
  });
});

test('a package that cannot be read ends the build, and the error says why', async () => {
  const { connection } = await engineThatAnswers({ build: BUILT });
  const image = { tag: 'assay-sandbox-one:test', setup: 'assay setup --agent one' };
  const parts = { image, base: image, recipe: RECIPE, tarball: Buffer.from('no archive') };
  await expect(
    buildProgramImage(connection, parts, () => undefined, AbortSignal.any([])),
  ).rejects.toMatchObject({
    code: 'IMAGE_BUILD_FAILED',
    message: expect.stringMatching(/incorrect header check.*"assay setup --agent one" again/),
  });
});

test('an interrupted build is not reported as failed', async () => {
  const { connection } = await engineThatAnswers({ pull: PULLED, build: BUILT });
  const interrupted = build(connection, [], AbortSignal.abort());
  await expect(interrupted).rejects.toMatchObject({ code: 'INTERRUPTED' });
});
