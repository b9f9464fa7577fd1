import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/base/digest.ts';
import type { TreeEntry } from '../../../src/contracts/evidence.ts';
import { CHANNEL_PATH, HOME, WORKSPACE } from '../../../src/contracts/sandbox-places.ts';
import type {
  CommandRequest,
  FileTree,
  Sandbox,
  SandboxEngine,
  SandboxFile,
  SandboxSpec,
} from '../../../src/sandbox/sandbox.ts';
import { PATIENCE_SECONDS } from '../../fixtures/patience.ts';

const LIMITS = { seconds: PATIENCE_SECONDS, maxOutputBytes: 10_000 };

const SPEC: SandboxSpec = {
  purpose: 'conformance',
  mounts: [{ root: '/skills', files: [textFile('/skills/tidy/SKILL.md', '# Tidy\n')] }],
  files: [textFile(`${WORKSPACE}/in/data.csv`, 'a,b\n'), textFile(`${HOME}/.profile`, '', true)],
  env: { GREETING: 'hello', PATH: '/skills/tidy:/usr/local/bin:/usr/bin:/bin' },
};

export function textFile(path: string, text: string, executable = false): SandboxFile {
  return { path, content: Buffer.from(text), executable };
}

export function request(command: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return { command, ...LIMITS, ...more };
}

/** What every engine must do alike, so that a test over the fake says something about the real one. */
export function describeSandboxes(
  name: string,
  open: () => Promise<SandboxEngine & AsyncDisposable>,
  more: Partial<SandboxSpec> = {},
): void {
  const spec = { ...SPEC, ...more };
  describe(name, () => {
    let engine: SandboxEngine & AsyncDisposable;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(async () => {
      await engine[Symbol.asyncDispose]();
    });

    const inSandbox: InSandbox = (title, check) =>
      test(title, async () => {
        await using sandbox = await engine.create(spec);
        await check(sandbox);
      });

    test('the image has a digest', async () => {
      expect(await engine.imageDigest()).toMatch(/^sha256:[0-9a-f]{64}$/);
    });

    test('nothing is created if the signal is already aborted', async () => {
      await expect(engine.create(spec, AbortSignal.abort())).rejects.toMatchObject({ code: 'INTERRUPTED' });
    });

    describe('in one sandbox, because nothing is left behind:', () => {
      let shared: Sandbox & AsyncDisposable;
      beforeAll(async () => {
        shared = await engine.create(spec);
      });
      afterAll(async () => {
        await shared[Symbol.asyncDispose]();
      });
      describeQuietCommands((title, check) => test(title, () => check(shared)));
    });

    describeCommands(inSandbox);
    describeFiles(inSandbox);
    describeChannel(inSandbox);
    describeTrust(inSandbox, () => engine);
    describeNetwork(() => engine, spec);
  });
}

type InSandbox = (title: string, check: (sandbox: Sandbox) => Promise<void>) => void;

function describeQuietCommands(inSandbox: InSandbox): void {
  inSandbox('a command returns its output and exit code', async (sandbox) => {
    expect(await sandbox.run(request('echo out; echo err >&2; exit 7'))).toEqual({
      exitCode: 7,
      stdout: 'out\n',
      stderr: 'err\n',
      isTruncated: false,
      timedOut: false,
    });
  });

  inSandbox('a command runs in the workspace with the sandbox’s variables', async (sandbox) => {
    const { stdout } = await sandbox.run(request('pwd; echo $GREETING; echo $HOME'));
    expect(stdout).toBe(`${WORKSPACE}\nhello\n${HOME}\n`);
  });

  inSandbox('a command runs in the requested folder', async (sandbox) => {
    expect((await sandbox.run(request('pwd', { cwd: `${WORKSPACE}/in` }))).stdout).toBe(`${WORKSPACE}/in\n`);
    expect((await sandbox.run(request('pwd', { cwd: `${WORKSPACE}/none` }))).exitCode).toBe(125);
  });

  inSandbox('a command reads its whole input, and then the end', async (sandbox) => {
    const stdin = Buffer.alloc(1_000_000, 'x');
    expect((await sandbox.run(request('wc -c', { stdin }))).stdout.trim()).toBe('1000000');
  });

  inSandbox('a command without input sees the end at once', async (sandbox) => {
    expect((await sandbox.run(request('cat; echo done'))).stdout).toBe('done\n');
  });

  inSandbox('a command that does not read its input ends as usual', async (sandbox) => {
    const stdin = Buffer.alloc(1_000_000, 'x');
    expect((await sandbox.run(request('exec <&-; exit 3', { stdin }))).exitCode).toBe(3);
  });

  inSandbox('a lone surrogate in a command becomes a replacement character', async (sandbox) => {
    expect((await sandbox.run(request("echo '\ud800'"))).stdout).toBe('\ufffd\n');
    expect((await sandbox.run(request('pwd', { cwd: `${WORKSPACE}/\udc00` }))).exitCode).toBe(125);
  });

  inSandbox('output over the limit is dropped, and the command still runs to its end', async (sandbox) => {
    const flood = 'head -c 5000000 /dev/zero | tr "\\0" x; echo end >&2; exit 4';
    const result = await sandbox.run(request(flood, { maxOutputBytes: 100 }));
    expect(result).toMatchObject({
      exitCode: 4,
      stdout: 'x'.repeat(100),
      stderr: 'end\n',
      isTruncated: true,
    });
  });

  inSandbox('the files that a sandbox was created with are there', async (sandbox) => {
    const look = `cat ${WORKSPACE}/in/data.csv /skills/tidy/SKILL.md; test -x ${HOME}/.profile; echo $?`;
    expect((await sandbox.run(request(look))).stdout).toBe('a,b\n# Tidy\n0\n');
  });

  inSandbox('a file is read up to a limit', async (sandbox) => {
    const path = `${WORKSPACE}/in/data.csv`;
    expect(await sandbox.readFile(path, 4)).toEqual({ content: Buffer.from('a,b\n'), isTruncated: false });
    expect(await sandbox.readFile(path, 3)).toEqual({ content: Buffer.from('a,b'), isTruncated: true });
  });

  inSandbox('processes are not monitored unless requested', async (sandbox) => {
    expect(await sandbox.processes()).toBeNull();
  });
}

function describeCommands(inSandbox: InSandbox): void {
  inSandbox('a command that takes too long is ended and has no exit code', async (sandbox) => {
    const result = await sandbox.run(request('echo early; sleep 60; echo late', { seconds: 5 }));
    expect(result).toMatchObject({ exitCode: null, timedOut: true, stdout: 'early\n' });
  });

  inSandbox('a command that ignores the request to end is killed', async (sandbox) => {
    const stubborn = 'trap "" TERM; while :; do sleep 0.1; done';
    const result = await sandbox.run(request(stubborn, { seconds: 0.3 }));
    expect(result).toMatchObject({ exitCode: null, timedOut: true });
  });

  inSandbox('a child in the background does not keep a command from ending', async (sandbox) => {
    const result = await sandbox.run(request('sleep 60 & echo started'));
    expect(result).toMatchObject({ exitCode: 0, stdout: 'started\n', timedOut: false });
  });

  inSandbox('an aborted command is abandoned, and its processes end', async (sandbox) => {
    const channel = await sandbox.openChannel();
    const interruption = new AbortController();
    const nap = uniqueNap();
    const command = request(`echo up > ${CHANNEL_PATH}; ${nap}`, { seconds: PATIENCE_SECONDS });
    const running = sandbox.run(command, interruption.signal);
    const outcome = expect(running).rejects.toMatchObject({ code: 'INTERRUPTED' });
    while ((await channel.drain()).length === 0);
    interruption.abort();
    await outcome;
    expect(await isRunning(sandbox, nap)).toBe(false);
  });

  inSandbox('stopping processes ends only what commands left in the background', async (sandbox) => {
    const nap = uniqueNap();
    await sandbox.run(request(`${nap} >/dev/null 2>&1 &`));
    await untilRunning(sandbox, nap);
    await sandbox.stopProcesses();
    expect(await isRunning(sandbox, nap)).toBe(false);
  });
}

/** Other tests run at the same time, and on this machine not all of them are apart. */
function uniqueNap(): string {
  return `sleep 1000${randomInt(1_000_000)}`;
}

/** What was started in the background is for a moment still the shell that started it. */
async function untilRunning(sandbox: Sandbox, command: string): Promise<void> {
  await expect.poll(() => isRunning(sandbox, command)).toBe(true);
}

async function isRunning(sandbox: Sandbox, command: string): Promise<boolean> {
  return (await sandbox.run(request(`pgrep --full '^${command}$'`))).exitCode === 0;
}

function describeTrust(inSandbox: InSandbox, engine: () => SandboxEngine): void {
  const asked = { runtime: null, skillsDir: '/skills', absentPaths: ['/grade'] };

  inSandbox('a sandbox is attested to hold exactly what was put in', async (sandbox) => {
    const imageDigest = await engine().imageDigest();
    const broken = async (skills: string[]) =>
      (await sandbox.attest({ ...asked, imageDigest, skills })).filter(({ holds }) => !holds);
    expect(await broken(['tidy'])).toEqual([]);
    expect(await broken([])).toMatchObject([{ found: 'tidy' }]);
  });

  inSandbox('consumption is a number or unknown, and a quiet command reaches no limit', async (sandbox) => {
    await sandbox.run(request('true'));
    const { resources, limitsReached } = await sandbox.readConsumption();
    for (const amount of Object.values(resources)) expect(amount ?? 0).toBeGreaterThanOrEqual(0);
    expect(limitsReached).toEqual([]);
    expect(await sandbox.readWorkMs()).toBeGreaterThanOrEqual(0);
    expect(await sandbox.causeOfDeath()).toEqual([]);
  });
}

function describeFiles(inSandbox: InSandbox): void {
  inSandbox('files are put in the place of whatever is there, and through no link', async (sandbox) => {
    const planted = `mkdir -p ~/own 'a folder/deep' locked/in out && ln -s ~/own link && mkfifo pipe &&
      echo old | tee ~/own/x in/old >locked/in/x && ln in/old hard && chmod 0 locked/in locked`;
    await sandbox.run(request(planted));
    await sandbox.stopProcesses();
    const paths = ['a folder', 'hard', 'in/data.csv', 'link/x', 'locked/in/x', 'out/new/x', 'pipe/x'];
    const files = paths.map((path) => ({
      ...textFile(`${WORKSPACE}/${path}`, path),
      executable: path === 'hard',
    }));
    await sandbox.putFiles(files);
    const put = await sandbox.readTree(
      [],
      files.map(({ path }) => path),
    );
    expect(shapeOf(put)).toEqual(
      Object.fromEntries(
        files.map(({ path, content, executable }) => [
          path,
          `file ${executable ? 755 : 644}, ${content.length} bytes`,
        ]),
      ),
    );
    expect([...put.contents.values()].map(String)).toEqual(paths);
    const elsewhere = 'cat ~/own/x in/old && [ -O in/data.csv ]; echo $?';
    expect((await sandbox.run(request(elsewhere))).stdout).toBe('old\nold\n0\n');
  });

  inSandbox('files that do not fit in anywhere are refused', async (sandbox) => {
    const impossible = textFile(`${WORKSPACE}/${'x'.repeat(300)}`, 'x');
    await expect(sandbox.putFiles([impossible])).rejects.toMatchObject({
      code: 'SANDBOX_FAILED',
      message: expect.stringMatching(/could not be put into the workspace.*File name too long/s),
    });
  });

  inSandbox('only regular files are read', async (sandbox) => {
    await sandbox.run(request('mkfifo pipe'));
    for (const path of ['none', 'in', 'pipe', 'in/data.csv/x', `${'long/'.repeat(2000)}x`, 'nul\0']) {
      expect(await sandbox.readFile(`${WORKSPACE}/${path}`, 10)).toBeNull();
    }
  });

  inSandbox('a tree distinguishes files, folders, links and other things', async (sandbox) => {
    await sandbox.run(
      request(`cd in && umask 022 && chmod 640 data.csv && ln -s data.csv soft &&
      ln data.csv hard && mkfifo pipe && mkdir -m 700 empty &&
      python3 -c 'import os, socket; os.umask(0o77); socket.socket(socket.AF_UNIX).bind("socket")'`),
    );
    const tree = await sandbox.readTree([WORKSPACE]);
    expect(shapeOf(tree)).toEqual({
      '/workspace': 'directory 755',
      '/workspace/in': 'directory 755',
      '/workspace/in/data.csv': 'file 640, 4 bytes',
      '/workspace/in/empty': 'directory 700',
      '/workspace/in/hard': 'file 640, 4 bytes',
      '/workspace/in/pipe': 'other 644',
      '/workspace/in/socket': 'socket 700',
      '/workspace/in/soft': 'symlink 777 to data.csv',
    });
    const digests = tree.entries.flatMap(({ digest }) => digest ?? []);
    expect(digests).toEqual([digestOf('a,b\n'), digestOf('a,b\n')]);
    expect(Object.fromEntries(tree.contents)).toEqual({
      '/workspace/in/data.csv': Buffer.from('a,b\n'),
      '/workspace/in/hard': Buffer.from('a,b\n'),
    });
  });

  inSandbox('a tree has everything below all of its roots, except missing ones', async (sandbox) => {
    const tree = await sandbox.readTree(['/skills', `${WORKSPACE}/none`, WORKSPACE]);
    expect(tree.entries.map(({ path }) => path).sort()).toEqual([
      '/skills',
      '/skills/tidy',
      '/skills/tidy/SKILL.md',
      '/workspace',
      '/workspace/in',
      '/workspace/in/data.csv',
    ]);
    const nothing = {
      entries: [],
      contents: new Map(),
      attributes: new Map(),
      isComplete: true,
      absent: [],
    };
    expect(await sandbox.readTree([`${WORKSPACE}/none`])).toEqual(nothing);
  });

  inSandbox(
    'extended attributes of files and folders are in the tree, including those of a root',
    async (sandbox) => {
      const { stdout } = await sandbox.run(
        request(`python3 -c '
import os, struct
def hang(path, name, value):
    try: os.setxattr(path, name, value)
    except OSError: return None
    return f"{name}={value.decode()}"
print(hang("in/data.csv", "user.note", b"words"), hang(".", "user.note", b"more words"), sep="\\n")
os.chmod("in/data.csv", 0)
'`),
      );
      // Not every file system has any.
      const hung = stdout.trim().replaceAll('None', '').split('\n');
      const { attributes, entries } = await sandbox.readTree([WORKSPACE]);
      const textAt = (path: string) => Buffer.from(attributes.get(path) ?? '').toString();
      expect([textAt('/workspace/in/data.csv'), textAt('/workspace')]).toEqual(hung);
      const digestsOf = new Map(entries.map((entry) => [entry.path, entry.attributes]));
      for (const [path, bytes] of attributes) expect(digestsOf.get(path)).toBe(digestOf(bytes));
    },
  );

  inSandbox('no file name confuses a tree, and distinct names stay distinct', async (sandbox) => {
    await sandbox.run(
      request(`rm -r in && echo 1 > $'new\\nline' && echo 2 > $'\\xff' && echo 3 > ÿ &&
      echo 4 > -x && echo 5 > ' ' && echo 6 > '\\xff' && echo 7 > ${'long'.repeat(60)}`),
    );
    const { contents } = await sandbox.readTree([WORKSPACE]);
    expect(new Map([...contents].map(([path, content]) => [path, `${content}`]))).toEqual(
      new Map([
        ['/workspace/new\nline', '1\n'],
        ['/workspace/\udcff', '2\n'],
        ['/workspace/ÿ', '3\n'],
        ['/workspace/-x', '4\n'],
        ['/workspace/ ', '5\n'],
        ['/workspace/\\xff', '6\n'],
        [`/workspace/${'long'.repeat(60)}`, '7\n'],
      ]),
    );
  });

  inSandbox('files that the agent made unreadable for itself are in the tree', async (sandbox) => {
    await sandbox.run(request('echo secret > in/hidden && chmod 000 in/hidden && chmod 000 in'));
    const { contents } = await sandbox.readTree([WORKSPACE]);
    expect(`${contents.get('/workspace/in/hidden')}`).toBe('secret\n');
  });
}

function describeChannel(inSandbox: InSandbox): void {
  inSandbox('lines come out of the channel in order, however they were written', async (sandbox) => {
    const channel = await sandbox.openChannel();
    expect(await channel.drain()).toEqual([]);
    await sandbox.run(request(`echo one > ${CHANNEL_PATH}; printf 'two\\nthr' > ${CHANNEL_PATH}`));
    expect(await channel.drain()).toEqual(['one', 'two', 'thr']);
    await sandbox.run(request(`echo four > ${CHANNEL_PATH}`));
    expect(await channel.drain()).toEqual(['one', 'two', 'thr', 'four']);
  });
}

function describeNetwork(engine: () => SandboxEngine, spec: SandboxSpec): void {
  test('a sandbox reaches only its own gateway, and its other attempts are reported', async () => {
    const gateway = async (incoming: Request) => new Response(`heard ${await incoming.text()}`);
    const network = { gateway, policy: { kind: 'deny' as const } };
    await using sandbox = await engine().create({ ...spec, network });
    const { gatewayUrl } = sandbox;
    expect(gatewayUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { stdout } = await sandbox.run(
      request(
        `curl -s ${gatewayUrl}/ -d words; curl -s http://elsewhere.invalid/a -d b; curl -s https://tunnel.invalid/`,
      ),
    );
    expect(stdout).toBe('heard wordselsewhere.invalid cannot be reached from here.\n');
    expect(await sandbox.egress()).toMatchObject([
      { kind: 'http', host: 'elsewhere.invalid', method: 'POST', path: '/a', body: { text: 'b' } },
      { kind: 'connect', host: 'tunnel.invalid', port: 443 },
    ]);
  });

  test('a sandbox without a network has no gateway and reports no attempts', async () => {
    await using sandbox = await engine().create(spec);
    expect(sandbox.gatewayUrl).toBeNull();
    expect(await sandbox.egress()).toEqual([]);
  });
}

function shapeOf({ entries }: FileTree): Record<string, string> {
  return Object.fromEntries(entries.map((entry) => [entry.path, describeEntry(entry)]));
}

function describeEntry({ kind, mode, size, target }: TreeEntry): string {
  const detail = { file: `, ${size} bytes`, symlink: ` to ${target}`, directory: '', socket: '', other: '' }[
    kind
  ];
  return `${kind} ${mode.toString(8)}${detail}`;
}
