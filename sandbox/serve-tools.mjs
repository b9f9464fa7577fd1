// Offers the tools of a skill as an MCP server over stdin and stdout. Nothing of the skill runs before a tool is called, and
// each call has a process of its own: no handler can speak in the server's place, keep it from answering, or change what a
// later call does.
// Usage: node serve-tools.mjs TOOLS SKILL, where TOOLS is a JSON file with {"name", "tools"}, and SKILL the folder of the skill.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { flawsOf } from './check-input.mjs';

const CALL_LIMIT_MS = 120_000;
/** What a handler returns, as JSON. */
const MOST_RESULT_BYTES = 1024 * 1024;
/** The end of what a handler printed, for the case that it ends without a result. */
const MOST_SAID_BYTES = 2000;
/** A handler that is told to stop may clean up for so long. */
const GRACE_MS = 2000;

const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const [METHOD_NOT_FOUND, INVALID_PARAMS, PARSE_ERROR] = [-32601, -32602, -32700];

const [toolsFile, skill] = process.argv.slice(2);
const { name, tools } = JSON.parse(readFileSync(toolsFile, 'utf8'));
/** The calls under way, by the id of their request. */
const calls = new Map();

const METHODS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: PROTOCOLS.includes(protocolVersion) ? protocolVersion : PROTOCOLS[0],
    capabilities: { tools: {} },
    serverInfo: { name, version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }),
  'tools/call': callTool,
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = parsed(line);
  if (message === null) send({ id: null, error: { code: PARSE_ERROR, message: 'Not a JSON object.' } });
  else if (message.method === 'notifications/cancelled') calls.get(message.params?.requestId)?.abort();
  else if (message.id !== undefined && message.method !== undefined) answer(message);
});
lines.on('close', () => {
  for (const call of calls.values()) call.abort();
});

async function answer({ id, method, params = {} }) {
  const call = new AbortController();
  calls.set(id, call);
  try {
    if (!Object.hasOwn(METHODS, method))
      throw { code: METHOD_NOT_FOUND, message: `Unknown method ${method}.` };
    send({ id, result: await METHODS[method](params, call.signal) });
  } catch ({ code = INVALID_PARAMS, message }) {
    send({ id, error: { code, message } });
  } finally {
    calls.delete(id);
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function parsed(text) {
  try {
    const message = JSON.parse(text);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

async function callTool({ name: wanted, arguments: given = {} }, signal) {
  const tool = tools.find((candidate) => candidate.name === wanted);
  if (tool === undefined) throw { code: INVALID_PARAMS, message: `There is no tool "${wanted}".` };
  const flaws = flawsOf(given, tool.inputSchema);
  if (flaws.length > 0) return said(`Invalid arguments: ${flaws.join('; ')}.`, true);
  const outcome = await runHandler(tool, given, signal);
  if (outcome.error !== undefined) return said(`${outcome.error.type}: ${outcome.error.message}`, true);
  const { result } = outcome;
  return said(
    typeof result === 'string' ? result : JSON.stringify(result ?? null),
    result?.status === 'error',
  );
}

function said(text, isError) {
  return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
}

/** Resolves with {"result"} or {"error": {"type", "message"}}, whatever the handler does. */
async function runHandler({ runtime, entrypoint, handler, inputSchema }, given, signal) {
  const parameters = Object.keys(inputSchema.properties ?? {});
  const request = { skill, entrypoint, handler, parameters, arguments: given };
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'];
  const child = spawn(...commandFor(runtime), { stdio, detached: true });
  const [said, returned] = [new Tail(MOST_SAID_BYTES), new Head(MOST_RESULT_BYTES)];
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => said.push(bytes));
  child.stdio[3].on('data', (bytes) => returned.push(bytes));
  child.stdin.on('error', () => undefined).end(JSON.stringify(request));
  const limit = AbortSignal.timeout(CALL_LIMIT_MS);
  const stop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref();
  };
  const stopped = AbortSignal.any([signal, limit]);
  stopped.addEventListener('abort', stop, { once: true });
  const ending = await Promise.race([endOf(child), afterGrace(stopped)]);
  stopped.removeEventListener('abort', stop);
  if (limit.aborted) return failure('TimeoutError', `stopped after ${CALL_LIMIT_MS / 1000} s`);
  if (returned.isTooLong)
    return failure('ResultError', `the result has more than ${MOST_RESULT_BYTES} bytes`);
  return (
    parsed(returned.text) ??
    failure('HandlerError', `it ended without a result (${ending}) ${said.text}`.trim())
  );
}

/** What a handler leaves running may hold its pipe open: once the process has ended, that is waited for a short time only. */
async function endOf(child) {
  const ended = Promise.withResolvers();
  const read = Promise.withResolvers();
  child.stdio[3].on('close', read.resolve);
  child.on('error', ({ message }) => ended.resolve(message));
  child.on('exit', async (code, killedBy) => {
    setTimeout(read.resolve, GRACE_MS).unref();
    await read.promise;
    ended.resolve(`exit code ${code ?? killedBy}`);
  });
  return await ended.promise;
}

function commandFor(runtime) {
  if (runtime === 'python') return ['/usr/bin/python3', ['-B', besideThis('call-handler.py')]];
  return [process.execPath, ['--disable-warning=ExperimentalWarning', besideThis('call-handler.mjs')]];
}

function besideThis(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

function failure(type, message) {
  return { error: { type, message } };
}

/** A process that not even SIGKILL ends at once is not waited for. */
function afterGrace(stopped) {
  const { promise, resolve } = Promise.withResolvers();
  const wait = () => setTimeout(() => resolve('it was stopped'), 2 * GRACE_MS).unref();
  if (stopped.aborted) wait();
  else stopped.addEventListener('abort', wait, { once: true });
  return promise;
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of the group has ended.
  }
}

class Head {
  #chunks = [];
  #room;
  isTooLong = false;

  constructor(mostBytes) {
    this.#room = mostBytes;
  }

  push(bytes) {
    this.#room -= bytes.length;
    this.isTooLong ||= this.#room < 0;
    if (!this.isTooLong) this.#chunks.push(bytes);
  }

  get text() {
    return Buffer.concat(this.#chunks).toString();
  }
}

class Tail {
  #bytes = Buffer.alloc(0);
  #most;

  constructor(mostBytes) {
    this.#most = mostBytes;
  }

  push(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]).subarray(-this.#most);
  }

  get text() {
    return this.#bytes.toString().trim();
  }
}
