import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { diagnose } from '../../src/app/diagnose.ts';
import { machinesFor } from '../../src/app/machines-for.ts';
import { provideTemplates } from '../../src/app/provide-templates.ts';
import { Environment } from '../../src/contracts/environment.ts';
import { connectEngine } from '../../src/sandbox/docker/connect-engine.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { PATIENCE_MS } from '../fixtures/patience.ts';
import { EMPTY_SPEC } from '../sandbox/docker-fixture.ts';
import { zipOf } from '../sources/archive/zip-of.ts';
import { printed, provide, removeProvided, state } from './provided-image.ts';
import { expectTrustingClients, HTTPS_CLIENTS } from './trusting-clients.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await removeProvided();
});

/** A package index that knows one Python package. */
async function startIndex(
  more: Readonly<Record<string, string>> = {},
): Promise<{ url: string; close: () => void }> {
  const wheel = zipOf([
    { name: 'cellsum.py', content: 'def total(cells):\n    return sum(cells)\n' },
    {
      name: 'cellsum-1.2.0.dist-info/METADATA',
      content: 'Metadata-Version: 2.1\nName: cellsum\nVersion: 1.2.0\n',
    },
    {
      name: 'cellsum-1.2.0.dist-info/WHEEL',
      content: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    },
    { name: 'cellsum-1.2.0.dist-info/RECORD', content: '' },
    ...Object.entries(more).map(([name, content]) => ({ name, content })),
  ]);
  const page = '<a href="/cellsum-1.2.0-py3-none-any.whl">cellsum</a>';
  const server = createServer(({ url }, response) => {
    if (url === '/simple/cellsum/') response.setHeader('content-type', 'text/html').end(page);
    else if (url?.endsWith('.whl')) response.end(wheel);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/simple`, close: () => server.close() };
}

test('what a suite says it needs is there in its sandboxes, clients with certificates of their own trust their authority, and how this machine got it is not there', async () => {
  const index = await startIndex();
  vi.stubEnv('PIP_INDEX_URL', index.url);
  const said: string[] = [];
  const provided = await provide(
    {
      debian: ['tree', ...HTTPS_CLIENTS.debian],
      pip: ['cellsum==1.2.0'],
      npm: ['is-number@7.0.0', ...HTTPS_CLIENTS.npm],
      variables: { SHEET_STYLE: 'plain "$HOME"' },
      timeZone: 'Asia/Tokyo',
      locale: 'de_DE.UTF-8',
    },
    { 'files/usr/share/sheets/rates.csv': 'eur,1.08\n' },
    said,
  );
  index.close();
  expect(said.filter((line) => line.includes('install '))).toHaveLength(4);
  const commands = [
    'tree --version | cut -d" " -f1',
    'python3 -c "import cellsum; print(cellsum.total([1, 2]))"',
    'node -e "console.log(require(\'is-number\')(5))"',
    'node --input-type=module -e "import isNumber from \'is-number\'; console.log(isNumber(6))"',
    'echo "$SHEET_STYLE"',
    'date +%Z',
    'python3 -c "import locale; locale.setlocale(locale.LC_ALL, \'\'); print(locale.str(1.5))"',
    'cat /usr/share/sheets/rates.csv',
    'find / -xdev -type f -perm /6000 2>/dev/null | wc -l',
    `{ env; cat /etc/pip.conf /etc/apt/sources.list; } 2>/dev/null | grep -c "${index.url}"`,
    'ls /mnt | wc -l',
  ];
  expect(await printed(provided, commands.join('; '))).toEqual([
    ...['tree', '3', 'true', 'true', 'plain "$HOME"', 'JST', '1,5', 'eur,1.08', '0', '0', '0'],
  ]);
  const judging = [
    'node -e "console.log(require(\'is-number\')(5))"',
    'echo "[$SHEET_STYLE] $LANG"',
    'python3 -c "import cellsum; print(cellsum.total([2, 2]))"',
    'as-agent bash -c \'echo "$SHEET_STYLE $LANG"; date +%Z\'',
  ];
  expect(await printed(provided, judging.join('; '), { by: 'grader' })).toEqual([
    ...['true', '[] C.UTF-8', '4', 'plain "$HOME" de_DE.UTF-8', 'JST'],
  ]);
  const { docker } = await connectEngine();
  const image = docker.getImage(provided.image.tag);
  expect(JSON.stringify([await image.inspect(), await image.history()])).not.toContain(index.url);
  await expectTrustingClients(provided);
});

test('an image is built once, and the size of its sandboxes needs no other one', async () => {
  const said: string[] = [];
  const { image, benchmark } = await provide({ variables: { A: '1' } }, {}, said);
  expect(said[0]).toMatch(/^building assay-environment:/);
  const { suite } = benchmark.suite;
  const machine = { memoryMib: 512, cpus: 0.5, processes: 100, diskMib: 128 };
  const environment = Environment.parse({ ...suite.environment, machine });
  const sized = { suite: { ...benchmark.suite, suite: { ...suite, environment } } };
  const never = () => expect.unreachable();
  expect((await diagnose(state)).find(({ name }) => name === 'Environments')).toMatchObject({
    ...{ ok: true, isRequired: false },
    detail: expect.stringContaining(`sheets in ${image.tag}`),
  });
  const { suite: template } = await provideTemplates(
    { recipe: null, benchmark: sized, machines: machinesFor(sized, null) },
    never,
    AbortSignal.timeout(PATIENCE_MS),
  );
  expect(template).toEqual({ image, machine });

  await using engine = await openSession(state, { image, machine });
  await using sandbox = await engine.create(EMPTY_SPEC);
  const asked = { runtime: null, skillsDir: '/skills', skills: [], absentPaths: [] };
  const claims = await sandbox.attest({ imageDigest: await engine.imageDigest(), ...asked });
  expect(claims.filter(({ holds }) => !holds)).toEqual([]);
  const limits = claims.find(({ claim }) => claim.startsWith('Memory, processes'));
  expect(limits?.found).toMatch(/^536870912.* bytes, 100.* processes, 0.5.* processors$/);
});

test('a Dockerfile of the suite stands on the sandbox image, and gains neither rights by it nor the network of this machine', async () => {
  const dockerfile = `# syntax=no-such-frontend
ARG BASE_IMAGE
FROM \${BASE_IMAGE} AS Made
USER root
RUN <<SCRIPT cat >/opt/made
$(echo "made")
SCRIPT
FROM \${BASE_IMAGE}
USER root
COPY tool.sh /usr/local/bin/sheet-tool
COPY --from=made /opt/made /opt/made
RUN chmod 4755 /usr/local/bin/sheet-tool && \\
    # for what the tool needs
    useradd --system sheets
RUN mv /bin/cat /opt/cat && printf '#!/bin/sh\\nls /sys/class/net >/opt/networks\\nexec /opt/cat "$@"\\n' >/bin/cat && chmod 755 /bin/cat
`;
  vi.stubEnv('PIP_INDEX_URL', 'http://127.0.0.1:9/simple');
  const provided = await provide({}, { Dockerfile: dockerfile, 'tool.sh': '#!/bin/sh\necho tool\n' });
  const command =
    'sheet-tool; stat -c %a /usr/local/bin/sheet-tool; id -un; grep -c ^sheets: /etc/passwd; /opt/cat /opt/made /opt/networks';
  expect(await printed(provided, command)).toEqual(['tool', '755', 'agent', '1', 'made', 'lo']);
});

test.each([
  ['a package that does not exist', { debian: ['no-such-package-here'] }, {}, 'no-such-package-here'],
  [
    'a lock that does not fit',
    {},
    { 'package.json': '{"dependencies":{"a":"1"}}', 'package-lock.json': '{}' },
    'npm',
  ],
  [
    'a Dockerfile that fails',
    {},
    { Dockerfile: 'ARG BASE_IMAGE\nFROM $BASE_IMAGE\nRUN echo almost; exit 7\n' },
    'almost',
  ],
  [
    'a Dockerfile on another image',
    {},
    { Dockerfile: 'FROM scratch\nCOPY Dockerfile /\n' },
    'FROM $BASE_IMAGE',
  ],
  [
    'a Dockerfile that copies from an image of the engine',
    {},
    { Dockerfile: 'ARG BASE_IMAGE\nFROM $BASE_IMAGE\nCOPY --from=assay-base / /of-another\n' },
    'environment/Dockerfile:3: expected --from to name a stage above, found "assay-base"',
  ],
])(
  'the error for %s shows the command and the end of its output',
  async (_what, environment, contents, shown) => {
    const failure = provide(environment, contents);
    await expect(failure).rejects.toMatchObject({
      code: expect.stringMatching(/IMAGE_BUILD_FAILED|INPUT_INVALID/),
      message: expect.stringContaining(shown),
    });
  },
);

test('of two processes that need the same environment, one builds it', async () => {
  const variables = { BUILD: randomUUID() };
  const said: string[] = [];
  const provideOnce = () => provide({ debian: ['tree'], variables }, {}, said, variables.BUILD);
  const [one, other] = await Promise.all([provideOnce(), provideOnce()]);
  expect(one.image).toEqual(other.image);
  expect(said.filter((line) => line.includes('install tree'))).toHaveLength(1);
});

test.each([
  ['the programs of Assay', 'data/lib/assay/grade.py', 'changed the programs of Assay'],
  ['a program that is there', 'scripts/python3', 'in the place of a program that is there'],
])('a package that writes over %s is refused', async (_what, file, problem) => {
  const index = await startIndex({ [`cellsum-1.2.0.data/${file}`]: '#!/bin/sh\n' });
  vi.stubEnv('PIP_INDEX_URL', index.url.replace('//', '//ada:secret@'));
  const refusal = await provide({ pip: ['cellsum'] }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'IMAGE_BUILD_FAILED', message: expect.stringContaining(problem) });
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/names and passwords in PIP_INDEX_URL were not passed on(?!.*secret)/s),
  });
  index.close();
});
