// Keeps the connections of an agent that has no process of its own in the sandbox to its MCP servers, over stdio and Streamable
// HTTP. ask-client.py puts one question at a time, over an abstract socket. What a server says is bounded here, and cut where it
// is too long, so that no server can take the room or the time of another.
// Usage: serve-clients.mjs SOCKET, with [{"name", "command", "env"} or {"name", "url"}] as JSON on the input.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

const START_LIMIT_MS = 20_000;
const CALL_LIMIT_MS = 110_000;
/** One message of a server. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_PAGES = 20;
const MOST_TOOLS = 64;
const MOST_DESCRIPTION = 4000;
const MOST_SCHEMA = 16_384;
/** What is passed on of a result. */
const MOST_TEXT = 200_000;

const PROTOCOL = '2025-06-18';
const METHOD_NOT_FOUND = -32601;

const [socket] = process.argv.slice(2);
const servers = JSON.parse(readFileSync(0, 'utf8'));
const opened = new Map(servers.map((server) => [server.name, open(server)]));
// Whoever asks for a server is told why it could not be opened, if anybody does.
for (const server of opened.values()) server.catch(() => undefined);

createServer({ allowHalfOpen: true }, async (client) => {
  client.on('error', () => undefined);
  client.end(JSON.stringify(await answer(await text(client).catch(() => ''))));
}).listen(`\0${socket}`);

async function answer(question) {
  try {
    const { call } = JSON.parse(question);
    return call === undefined ? await listAll() : await callTool(call);
  } catch (error) {
    return { text: shown(error), isError: true };
  }
}

async function listAll() {
  const lists = await Promise.all(
    servers.map(async ({ name }) => {
      try {
        return { name, tools: (await opened.get(name)).tools };
      } catch (error) {
        return { name, tools: [], problem: shown(error) };
      }
    }),
  );
  return { servers: lists };
}

async function callTool({ server, tool, arguments: given }) {
  const { request } = await opened.get(server);
  const result = await request('tools/call', { name: tool, arguments: given }, CALL_LIMIT_MS);
  return { text: textOf(result).slice(0, MOST_TEXT), isError: result.isError === true };
}

/** Resolves with the tools of a server and the way to ask it. */
async function open(server) {
  const request = server.url === undefined ? overStdio(server) : overHttp(server);
  const clientInfo = { name: 'assay', version: '1' };
  const hello = { protocolVersion: PROTOCOL, capabilities: {}, clientInfo };
  await request('initialize', hello, START_LIMIT_MS);
  await request('notifications/initialized');
  return { request, tools: await listTools(request) };
}

async function listTools(request) {
  const tools = [];
  let cursor;
  for (let page = 0; page < MOST_PAGES && tools.length < MOST_TOOLS; page++) {
    const listed = await request('tools/list', cursor === undefined ? {} : { cursor }, START_LIMIT_MS);
    tools.push(...(Array.isArray(listed.tools) ? listed.tools : []));
    if (typeof listed.nextCursor !== 'string') break;
    cursor = listed.nextCursor;
  }
  return tools.flatMap(plainTool).slice(0, MOST_TOOLS);
}

function plainTool(tool) {
  if (typeof tool?.name !== 'string' || tool.name.length > 128) return [];
  const description = typeof tool.description === 'string' ? tool.description.slice(0, MOST_DESCRIPTION) : '';
  const { inputSchema } = tool;
  const isUsable = inputSchema?.type === 'object' && JSON.stringify(inputSchema).length <= MOST_SCHEMA;
  return [{ name: tool.name, description, inputSchema: isUsable ? inputSchema : { type: 'object' } }];
}

function textOf({ content, structuredContent }) {
  const blocks = Array.isArray(content) ? content : [];
  const texts = blocks.map((block) =>
    block?.type === 'text' ? String(block.text) : `[${block?.type} left out]`,
  );
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(structuredContent ?? null);
}

/** A question is {"method", "params"}; without a limit it is a notification, which has no answer. */
function overStdio({ command: [program, ...args], env = {} }) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let rest = Buffer.alloc(0);
  let ending = null;
  let last = 0;
  const fail = (why) => {
    ending ??= why;
    for (const { reject } of waiting.values()) reject(new Error(ending));
    waiting.clear();
  };
  child.on('error', ({ message }) => fail(`The server could not be started: ${message}.`));
  child.on('close', (code, signal) => fail(`The server has ended (${code ?? signal}).`));
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (bytes) => {
    const lines = Buffer.concat([rest, bytes]);
    const end = lines.lastIndexOf('\n') + 1;
    rest = lines.subarray(end);
    for (const line of lines.subarray(0, end).toString().split('\n')) take(line);
    if (rest.length <= MOST_BYTES) return;
    fail('The server sent a longer message than is read.');
    child.kill('SIGKILL');
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const take = (line) => {
    const message = parsed(line);
    if (message === null) return;
    if (message.method !== undefined) {
      if (message.id !== undefined) send({ id: message.id, ...answerToServer(message) });
      return;
    }
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  };
  return async (method, params, limitMs) => {
    if (ending !== null) throw new Error(ending);
    if (limitMs === undefined) return send({ method });
    const id = ++last;
    const reply = Promise.withResolvers();
    waiting.set(id, reply);
    send({ id, method, params });
    try {
      return resultOf(await within(reply.promise, limitMs));
    } finally {
      waiting.delete(id);
    }
  };
}

/** A server may ask whether its client lives; of all else, such as to ask a model, this client does nothing. */
function answerToServer({ method }) {
  return method === 'ping'
    ? { result: {} }
    : { error: { code: METHOD_NOT_FOUND, message: 'Not supported.' } };
}

function overHttp({ url }) {
  let last = 0;
  let headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return async (method, params, limitMs) => {
    const isNotice = limitMs === undefined;
    const id = isNotice ? undefined : ++last;
    const signal = AbortSignal.timeout(limitMs ?? START_LIMIT_MS);
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
    if (isNotice) return await response.body?.cancel();
    const message = await messageIn(response, id);
    if (method !== 'initialize') return resultOf(message);
    const { protocolVersion = PROTOCOL } = resultOf(message);
    const session = response.headers.get('mcp-session-id');
    headers = { ...headers, 'mcp-protocol-version': String(protocolVersion) };
    if (session !== null) headers['mcp-session-id'] = session;
    return resultOf(message);
  };
}

/** The answer to this question, in a body of JSON or among events. */
async function messageIn(response, id) {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let read = '';
  for await (const bytes of response.body ?? []) {
    read += decoder.decode(bytes, { stream: true });
    if (read.length > MOST_BYTES) throw new Error('The server sent a longer message than is read.');
    if (!isStream) continue;
    const events = read.split(/\r?\n\r?\n/);
    read = events.pop();
    const message = events
      .map(dataOf)
      .map(parsed)
      .find((one) => one?.id === id && one.method === undefined);
    if (message !== undefined) return message;
  }
  const message = parsed(isStream ? dataOf(read) : read);
  if (message?.id !== id) throw new Error('The server gave no answer.');
  return message;
}

function dataOf(event) {
  const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return data.map((line) => line.slice('data:'.length).trimStart()).join('\n');
}

function resultOf({ error, result }) {
  if (error !== undefined)
    throw new Error(String(error?.message ?? 'The server says that this is an error.'));
  if (typeof result !== 'object' || result === null) throw new Error('The server gave no result.');
  return result;
}

async function within(promise, limitMs) {
  const { promise: late, reject } = Promise.withResolvers();
  const timer = setTimeout(
    () => reject(new Error(`The server gave no answer in ${limitMs / 1000} s.`)),
    limitMs,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parsed(line) {
  try {
    const message = JSON.parse(line);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

function shown(error) {
  const cause = error?.cause?.message === undefined ? '' : `: ${error.cause.message}`;
  return `${error?.message ?? error}${cause}`.slice(0, 1000);
}
