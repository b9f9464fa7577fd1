import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpGrader } from '../../src/contracts/http-grader.ts';
import { http } from '../../src/graders/http.ts';
import type { CommandResult, SandboxEngine } from '../../src/sandbox/sandbox.ts';
import { openSession } from '../../src/sandbox/session/session.ts';
import { EMPTY_SPEC, stateFolder } from '../sandbox/docker-fixture.ts';
import { textFile } from '../sandbox/engine/conformance.ts';
import { answering } from './fixed-answers.ts';
import { gradingInDocker } from './grading.ts';
import { contextOf } from './grading-context.ts';

const { judgeBy } = gradingInDocker();

/** No test but those of the limits depends on them. */
const PATIENT = { startSeconds: 120, answerSeconds: 60 };
const HELLO = { path: '/hello', answer: { contains: ['hello'] } };

function specOf(fields: object): HttpGrader {
  return HttpGrader.parse({
    ...{ kind: 'http', title: 'it answers', start: 'python3 server.py', port: 8080, requests: [HELLO] },
    ...{ ...PATIENT, ...fields },
  });
}

async function verdictOn(server: string, fields: object = {}) {
  const [verdict] = await judgeBy([specOf(fields)], { workspace: { 'server.py': server } });
  return verdict;
}

/** A server that keeps orders. */
const ORDERS = `
import http.server, json
orders = []
class Handler(http.server.BaseHTTPRequestHandler):
    def reply(self, status, value, **headers):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, one in headers.items(): self.send_header(name.replace("_", "-"), one)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def do_GET(self):
        print(self.path, flush=True)
        if self.path != "/orders": return self.reply(404, {"error": "not found"})
        self.reply(200, [dict(order, id=number) for number, order in enumerate(orders)])
    def do_POST(self):
        if self.headers["X-Key"] != "k": return self.reply(401, {})
        orders.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.reply(201, {}, Location=f"/orders/{len(orders)}")
http.server.HTTPServer(("", 8080), Handler).serve_forever()
`;

/** A server with a page for whoever has logged in, and no other. */
const LOGIN = `
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def reply(self, status, text, cookies=()):
        self.send_response(status)
        for cookie in cookies: self.send_header("Set-Cookie", cookie)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())
    def do_POST(self):
        if self.path == "/logout": return self.reply(200, "bye", ["session=; Max-Age=0; Path=/"])
        self.reply(200, "welcome", ["session=s3cret; HttpOnly; Secure; Path=/", "admin=yes; Path=/admin"])
    def do_GET(self):
        self.reply(200, "cookies: " + "; ".join(sorted((self.headers["Cookie"] or "none").split("; "))))
http.server.HTTPServer(("", 8080), Handler).serve_forever()
`;

test('cookies are kept from one request to the next, and by no other grader', async () => {
  const saying = (path: string, text: string, headers: Record<string, string> = {}) => ({
    ...{ path, headers, answer: { contains: [`cookies: ${text}`] } },
  });
  const requests = [
    saying('/me', 'none'),
    { method: 'POST', path: '/login', answer: { contains: ['welcome'] } },
    saying('/me', 'session=s3cret'),
    saying('/admin/users', 'admin=yes; session=s3cret'),
    saying('/me', 'own=1', { cookie: 'own=1' }),
    { method: 'POST', path: '/logout' },
    saying('/me', 'none'),
  ];
  const again = specOf({ requests: [saying('/me', 'none')] });
  const verdicts = await judgeBy([specOf({ requests }), again], { workspace: { 'server.py': LOGIN } });
  expect(verdicts.map(({ passed, detail }) => [passed, detail])).toEqual([
    [true, 'all 7 answers are as expected'],
    [true, 'the answer is as expected'],
  ]);
});

const REQUESTS = [
  { path: '/orders', answer: { equalsJson: [], headers: { 'content-type': 'application/json' } } },
  { method: 'POST', path: '/orders', body: '{"sku": "ä"}', answer: { status: 401 } },
  {
    ...{ method: 'POST', path: '/orders', body: '{"sku": "ä"}', headers: { 'X-Key': 'k' } },
    answer: { status: 201, headers: { location: '/orders/1' } },
  },
  { path: '/orders', answer: { equalsJson: [{ sku: 'ä' }], ignore: ['/*/id'], contains: ['"sku"'] } },
  { path: '/none', answer: { status: 404, contains: ['not found'] } },
];

describe('a server passes', () => {
  test('if all of its answers are as expected', async () => {
    expect(await verdictOn(ORDERS, { requests: REQUESTS })).toMatchObject({
      passed: true,
      detail: 'all 5 answers are as expected',
    });
  });

  test('of Node, which listens on localhost late and prints much', async () => {
    const start = `node -e '
      process.stdin.resume().on("end", () => process.exit(1));
      setTimeout(() => require("node:http").createServer((_, answer) => {
        process.stdout.write("x".repeat(1 << 20));
        answer.end("hello");
      }).listen(8080, "localhost"), 500);'`;
    expect(await verdictOn('', { start, requests: [HELLO, HELLO] })).toMatchObject({ passed: true });
  });

  test('that takes one connection at a time, and none without a request', async () => {
    const simple = `
import socket
listener = socket.create_server(("", 8080))
while True:
    connection, _ = listener.accept()
    line = connection.recv(100)
    assert line.startswith(b"GET /hello ")
    connection.sendall(b"HTTP/1.0 200 OK\\r\\n\\r\\nhello")
    connection.close()
`;
    expect(await verdictOn(simple, { requests: [HELLO, HELLO, HELLO] })).toMatchObject({ passed: true });
  });
});

/** What is said of a server that sends these bytes, whatever it is asked, and keeps its connections. */
function sending(expression: string): string {
  return `
import itertools, socket, time
listener = socket.create_server(("", 8080))
kept = []
while True:
    connection, _ = listener.accept()
    kept.append(connection)
    connection.recv(1000)
    try:
        for part in ${expression}: connection.sendall(part)
    except OSError: pass
`;
}

const slowly = (parts: string) => `(time.sleep(0.2) or part for part in ${parts})`;
const OK = 'b"HTTP/1.1 200 OK\\r\\n"';

describe('a server fails', () => {
  const expected = (answer: object) => ({ requests: [{ path: '/orders', answer }] });
  const answers: [string, object, string][] = [
    ['with another status', { status: 201 }, 'the status is 200, and not 201'],
    ['with another value', { equalsJson: [1] }, 'the body: the document has 0 items, and not 1'],
    ['without a text', { contains: ['sku'] }, 'the body does not contain "sku"'],
    ['without a header', { headers: { ETag: 'x' } }, 'there is no header ETag'],
    [
      'without a header of an inherited name',
      { headers: { constructor: 'x' } },
      'there is no header constructor',
    ],
    [
      'with another header',
      { headers: { 'Content-Type': 'application/jso' } },
      'the header Content-Type is "application/json; charset=utf-8", and not "application/jso"',
    ],
  ];

  test.each(answers)('%s', async (_, answer, problem) => {
    expect(await verdictOn(ORDERS, expected(answer))).toMatchObject({
      passed: false,
      detail: `GET /orders: ${problem}`,
    });
  });

  const limits = { answerSeconds: 2 };
  const soon = { startSeconds: 3 };
  const misbehaving: [string, string, object, RegExp][] = [
    [
      'that is not there',
      'import nothing',
      {},
      /: the server ended with exit code 1: .*No module named 'nothing'$/s,
    ],
    ['that ends at once', 'print("ready")', {}, /: the server ended with exit code 0: ready$/],
    [
      'that only starts another',
      'import os\nif os.fork() == 0: import http.server',
      {},
      /: the server ended with exit code 0$/,
    ],
    ['that never listens', 'import time\ntime.sleep(600)', soon, /: nobody listens on port 8080 within 3 s$/],
    ['that listens elsewhere', ORDERS.replace('8080', '8081'), soon, /: nobody listens on port 8080/],
    [
      'that takes no connection',
      'import socket, time\nl = socket.socket(); l.bind(("", 8080)); l.listen(0)\ntime.sleep(600)',
      limits,
      /: no answer within 2 s$/,
    ],
    ['that never answers', sending('()'), limits, /: no answer within 2 s$/],
    [
      'that ends while it is asked',
      'import socket\nsocket.create_server(("", 8080)).accept()',
      {},
      /: no answer in HTTP: /,
    ],
    [
      'that ends before the next request',
      `import socket\nc, _ = socket.create_server(("", 8080)).accept(); c.recv(9); c.send(${OK} + b"\\r\\nhello")\nraise SystemExit("enough")`,
      { requests: [HELLO, HELLO] },
      /^GET \/hello: (?:the server ended with exit code 1: enough|nobody listens any more|no answer in HTTP: .*)$/,
    ],
    [
      'that speaks another language',
      sending('[b"220 mail.example ESMTP\\r\\n"]'),
      {},
      /: no answer in HTTP: BadStatusLine/,
    ],
    [
      'that answers byte by byte',
      sending(slowly(`itertools.repeat(b"H")`)),
      limits,
      /: no answer within 2 s$/,
    ],
    [
      'that says for ever that it goes on',
      sending('itertools.repeat(b"HTTP/1.1 100 Continue\\r\\n\\r\\n")'),
      limits,
      /: no answer/,
    ],
    [
      'that sends headers for ever',
      sending(`itertools.chain([${OK}], itertools.repeat(b"a: b\\r\\n"))`),
      {},
      /: no answer in HTTP: .*more than 100 headers/,
    ],
    [
      'that sends one header for ever',
      sending(`itertools.chain([${OK}], itertools.repeat(b"a" * 9999))`),
      {},
      /: no answer in HTTP: LineTooLong/,
    ],
    [
      'that sends a body for ever',
      sending(`itertools.chain([${OK}, b"\\r\\n"], itertools.repeat(b"hello" * 9999))`),
      {},
      /: more than 1 MiB, or 4 MiB in all$/,
    ],
    [
      'that sends chunks for ever',
      sending(
        `itertools.chain([${OK}, b"Transfer-Encoding: chunked\\r\\n\\r\\n"], itertools.repeat(b"5\\r\\nhello\\r\\n"))`,
      ),
      {},
      /: more than 1 MiB/,
    ],
    [
      'that sends an enormous chunk',
      sending(`[${OK}, b"Transfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffff\\r\\nhello"]`),
      limits,
      /: no answer/,
    ],
    [
      'that announces an enormous body',
      sending(`[${OK}, b"Content-Length: 99999999999999999999\\r\\n\\r\\nhello"]`),
      limits,
      /: no answer/,
    ],
    ['that keeps the answer open', sending(`[${OK}, b"\\r\\nhello"]`), limits, /: no answer within 2 s$/],
    [
      'that breaks off',
      sending(`[${OK}, b"Content-Length: 99\\r\\n\\r\\nhello"]`)
        .replace('    connection.recv(1000)', '    connection.recv(1000); kept.clear()')
        .replace('    except OSError: pass', '    except OSError: pass\n    connection.close()'),
      {},
      /: the answer breaks off$/,
    ],
    [
      'that sends others elsewhere',
      sending(
        '[b"HTTP/1.1 302 Found\\r\\nLocation: http://127.0.0.1:8080/hello\\r\\nContent-Length: 5\\r\\n\\r\\nhello"]',
      ),
      {},
      /: the status is 302, and not 200$/,
    ],
    [
      'whose JSON is nested too deeply',
      sending(`[${OK}, b"Content-Length: 200000\\r\\n\\r\\n" + b"[" * 200000]`),
      { requests: [{ path: '/', answer: { equalsJson: [] } }] },
      /: the body is not JSON: /,
    ],
    [
      'that takes all the memory',
      'x = []\nwhile True: x.append(bytearray(1 << 24))',
      {},
      /: the server ended with exit code 137/,
    ],
    [
      'that takes all processes',
      `import os, time\n${'for _ in range(400):\n  try:\n    if os.fork() == 0: time.sleep(600)\n  except OSError: pass\ntime.sleep(600)'}`,
      soon,
      /nobody listens|could not be asked/,
    ],
  ];

  test.each(misbehaving)('%s', async (_, server, fields, detail) => {
    expect(await verdictOn(server, fields)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(detail),
    });
  });
});

describe('a server that cheats', () => {
  test('finds neither the expected answers nor the grading files', async () => {
    const snoop = `
import glob, http.server
PLACES = ["/proc/[0-9]*/cmdline", "/proc/[0-9]*/environ", "/proc/[0-9]*/fd/0", "/grade/*", "/home/grader/*"]
def read(path):
    try:
        with open(path, "rb") as file: return file.read(10000)
    except OSError: return b""
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        own = f"/proc/{__import__('os').getpid()}/fd/0"
        for path in [path for place in PLACES for path in glob.glob(place) if path != own] + ["/grade/secret"]:
            self.wfile.write(read(path))
http.server.HTTPServer(("", 8080), Handler).serve_forever()
`;
    const secret = 'EXPECTED-42';
    const requests = [
      { path: '/own', answer: { contains: ['server.py'] } },
      { path: '/other', answer: { contains: [secret] } },
    ];
    const situation = { workspace: { 'server.py': snoop }, grade: { secret } };
    const [verdict] = await judgeBy([specOf({ requests, answerSeconds: 5 })], situation);
    expect(verdict).toMatchObject({
      passed: false,
      detail: `GET /other: the body does not contain "${secret}"`,
    });
  });

  test('and kills whatever it may answers no more', async () => {
    const kill = sending('[__import__("os").kill(-1, 9)]');
    expect(await verdictOn(kill)).toMatchObject({
      passed: false,
      detail: expect.stringMatching(/^GET \/hello: /),
    });
  });

  test('does not change who asks by modules, settings or programs in the workspace', async () => {
    const shadows = Object.fromEntries(
      ['http', 'socket', 'json', 'sitecustomize', 'base64'].map((name) => [
        `${name}.py`,
        'raise SystemExit(0)\n',
      ]),
    );
    const workspace = { ...shadows, 'as-agent': '#!/bin/sh\n', '.bashrc': 'exit 0\n' };
    const [verdict] = await judgeBy([specOf({ start: 'true' })], { workspace });
    expect(verdict).toMatchObject({ passed: false, detail: 'GET /hello: the server ended with exit code 0' });
  });
});

describe('in one sandbox', () => {
  const state = stateFolder();
  let engine: SandboxEngine & AsyncDisposable;
  beforeAll(async () => {
    engine = await openSession(state);
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  test('nothing of the server is left when the verdict is there', async () => {
    const server = `import os\nif os.fork() == 0:\n  os.setsid()\n  while True: pass\n${ORDERS}`;
    const files = [textFile('/workspace/server.py', server)];
    await using sandbox = await engine.create({ ...EMPTY_SPEC, files, grader: true });
    const context = await contextOf({ left: {}, openSandbox: async () => sandbox });
    const requests = [{ path: '/orders' }];
    expect(await http.grade(specOf({ requests }), context)).toMatchObject({ passed: true });
    // A process that was killed is there until the kernel has cleared it away.
    const command = 'until [ "$(pgrep --uid agent --count .)" = 0 ]; do sleep 0.1; done';
    expect(await sandbox.run({ command, seconds: 60, maxOutputBytes: 1000 })).toMatchObject({ exitCode: 0 });
  });
});

describe('over an untouched workspace', () => {
  async function judge(ended: Partial<CommandResult>) {
    return await http.grade(specOf({}), await contextOf({ left: {}, openSandbox: answering(ended) }));
  }

  test('a server that is not there is a wrong answer', async () => {
    const missing = await judge({ stdout: '[{"problem":"the server ended with exit code 127"}]' });
    expect([missing.detail, missing.whyBroken(false)]).toEqual([
      'GET /hello: the server ended with exit code 127',
      null,
    ]);
  });

  test('a grader that does not end is broken', async () => {
    expect((await judge({ exitCode: null, timedOut: true })).whyBroken(true)).toBe(
      'it does not end by itself',
    );
  });

  test.each([
    '',
    '[{"status":200}]',
    '[{"status":200,"headers":{},"body":"*"}]',
    '{}',
    '[{"problem":"x","status":1}]',
  ])('what the program did not print, %j, is a wrong answer', async (stdout) => {
    expect(await judge({ exitCode: 137, stdout, stderr: 'Killed\n' })).toMatchObject({
      passed: false,
      detail: 'the server could not be asked: exit code 137: Killed',
    });
  });

  test('an answer too few is a wrong answer', async () => {
    expect(await judge({ stdout: '[]' })).toMatchObject({
      passed: false,
      detail: 'GET /hello: there is no answer',
    });
  });
});

test.each([
  { path: 'hello' },
  { path: '/a b' },
  { method: 'get', path: '/' },
  { path: '/', headers: { 'a:': 'b' } },
])('no suite has a request such as %j', (request) => {
  expect(() => specOf({ requests: [request] })).toThrow();
});
