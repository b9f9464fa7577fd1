import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PYTHON = `import os, sys, time
print("noise at import")

def by_keyword(path, pages=1):
    print("noise")
    return {"path": path, "pages": pages}

def by_context(args, ctx):
    return {"path": args["path"], "cwd": str(ctx.cwd), "skill": ctx.skill_dir.name}

async def later(args):
    return "done later"

def fails(args, ctx):
    raise FileNotFoundError("not found: a.pdf")

def dies(args, ctx):
    os.write(2, b"out of luck")
    os._exit(3)

def refuses(args, ctx):
    return {"status": "error", "error": {"code": "RATE_LIMIT_EXCEEDED", "message": "Later."}}

def floods(args, ctx):
    return "x" * 2_000_000

def hangs(args, ctx):
    open(args["path"], "w").close()
    time.sleep(1000)

def leaves(args, ctx):
    import subprocess
    subprocess.Popen(["sleep", "60"], close_fds=False)
    return "started"
`;

const TYPESCRIPT = `type Arguments = { path: string };
console.log('noise at import');

export async function inTypeScript({ path }: Arguments, ctx: { cwd: string }): Promise<object> {
  console.log('noise');
  return { path, cwd: ctx.cwd };
}
`;

const MODULE = 'exports.inCommonJs = ({ path }) => "read " + path;\n';

const HANDLERS = {
  'scripts/a.py': [
    'by_keyword',
    'by_context',
    'later',
    'fails',
    'dies',
    'refuses',
    'floods',
    'hangs',
    'leaves',
    'missing',
  ],
  'scripts/b.ts': ['inTypeScript'],
  'scripts/c.cjs': ['inCommonJs'],
};

const inputSchema = {
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', minLength: 1 },
    pages: { type: 'integer', minimum: 1 },
    as: { enum: ['a', 'b'] },
  },
  additionalProperties: false,
};

const folder = mkdtempSync(join(tmpdir(), 'assay-tools-'));
const client = new Client({ name: 'test', version: '1' });

beforeAll(async () => {
  const tools = Object.entries(HANDLERS).flatMap(([entrypoint, names]) =>
    names.map((name) => ({
      ...{ name, description: `Calls ${name}.`, inputSchema, entrypoint, handler: name },
      runtime: entrypoint.endsWith('.py') ? 'python' : 'node',
    })),
  );
  const files = {
    'tools.json': JSON.stringify({ name: 'demo', tools }),
    'demo/scripts/a.py': PYTHON,
    'demo/scripts/b.ts': TYPESCRIPT,
    'demo/scripts/c.cjs': MODULE,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const args = ['sandbox/serve-tools.mjs', join(folder, 'tools.json'), join(folder, 'demo')];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
});

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(name: string, given: Record<string, unknown> = { path: 'a.pdf' }) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : null, isError };
}

test('the official client finds every tool, with what the manifest says of it', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.values(HANDLERS).flat());
  expect(tools[0]).toMatchObject({ description: 'Calls by_keyword.', inputSchema });
  expect(client.getServerVersion()?.name).toBe('demo');
});

test.each([
  ['by_keyword', '{"path": "a.pdf", "pages": 1}'],
  ['by_context', JSON.stringify({ path: 'a.pdf', cwd: process.cwd(), skill: 'demo' })],
  ['later', 'done later'],
  ['inTypeScript', JSON.stringify({ path: 'a.pdf', cwd: process.cwd() })],
  ['inCommonJs', 'read a.pdf'],
  ['leaves', 'started'],
])(
  'the handler %s gets its arguments in the way that it takes them, and may print what it likes',
  async (name, text) => {
    const answer = await call(name);
    expect({ ...answer, text: answer.text?.replaceAll(/\s/g, '') }).toEqual({
      text: text.replaceAll(/\s/g, ''),
      isError: false,
    });
  },
);

test.each([
  ['fails', 'FileNotFoundError: not found: a.pdf'],
  ['dies', 'HandlerError: it ended without a result (exit code 3) out of luck'],
  ['refuses', '{"status":"error","error":{"code":"RATE_LIMIT_EXCEEDED","message":"Later."}}'],
  ['floods', 'ResultError: the result has more than 1048576 bytes'],
  ['missing', 'AttributeError: scripts/a.py has no function "missing"'],
])('a handler that %s is an error of the tool, and the server goes on', async (name, text) => {
  expect(await call(name)).toEqual({ text, isError: true });
  expect(await call('later')).toMatchObject({ isError: false });
});

test.each([
  [{}, 'Invalid arguments: the arguments: path missing.'],
  [{ path: 3 }, 'Invalid arguments: "path": expected string.'],
  [{ path: '' }, 'Invalid arguments: the length of "path": expected at least 1.'],
  [{ path: 'a', pages: 1.5 }, 'Invalid arguments: "pages": expected integer.'],
  [{ path: 'a', pages: 0 }, 'Invalid arguments: "pages": expected at least 1.'],
  [{ path: 'a', as: 'c' }, 'Invalid arguments: "as": expected one of ["a","b"].'],
  [{ path: 'a', other: 1 }, 'Invalid arguments: the arguments: "other" is not known.'],
])('the arguments %j reach no handler', async (given, text) => {
  expect(await call('fails', given)).toEqual({ text, isError: true });
});

test('a tool that there is not is an error of the call', async () => {
  await expect(call('nothing')).rejects.toThrow('There is no tool "nothing".');
});

test('a call that hangs keeps no other from its answer, and is ended when it is cancelled', async () => {
  const stop = new AbortController();
  const hanging = client.callTool(
    { name: 'hangs', arguments: { path: join(folder, 'begun') } },
    { signal: stop.signal },
  );
  expect(await call('later')).toMatchObject({ isError: false });
  stop.abort();
  await expect(hanging).rejects.toThrow();
  expect(await call('later')).toMatchObject({ isError: false });
});
