import { posix } from 'node:path';
import { shellQuote } from '../../base/shell-quote.ts';
import { SKILL_FILES } from '../../checks/skill/read-skill.ts';
import { WORKSPACE } from '../../contracts/sandbox-places.ts';
import type { CommandResult, Sandbox } from '../../sandbox/sandbox.ts';
import type { VisibleSkill } from '../agent.ts';
import type { ToolCall } from './conversation.ts';
import { missingText, noFile, noSkill, noTool } from './refusals.ts';
import type { ServerTools } from './server-tools.ts';
import { TOOLS, type ToolDefinition } from './tools.ts';

const COMMAND_SECONDS = 120;
/** The most that is read from an output or a file; a conversation gets less of it. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/**
 * The characters that are kept at the start of a longer text, and at its end, where results and errors are.
 */
const HEAD_CHARACTERS = 20_000;
const TAIL_CHARACTERS = 10_000;
const COMMAND_LIMITS = { seconds: COMMAND_SECONDS, maxOutputBytes: MAX_OUTPUT_BYTES };

export type ToolOutput = { output: string; isError: boolean };

type Context = {
  sandbox: Sandbox;
  skills: readonly VisibleSkill[];
  servers: ServerTools;
  signal: AbortSignal;
};
type Tool = (input: Record<string, string>, context: Context) => Promise<ToolOutput>;

const RUN = {
  bash: runBash,
  read_file: ({ path = '' }, context) => readText(context, path),
  write_file: writeText,
  skill: loadSkill,
} satisfies Record<ToolDefinition['name'], Tool>;

/**
 * Carries out one call. What goes wrong inside the sandbox is reported to the model; a broken sandbox throws.
 */
export async function runTool(call: ToolCall, context: Context): Promise<ToolOutput> {
  const tool = TOOLS.find(({ name }) => name === call.tool);
  if (tool === undefined) return await callServer(call, context);
  const missing = Object.keys(tool.parameters).filter((name) => typeof call.input[name] !== 'string');
  if (missing.length > 0) return failure(missingText(tool, missing));
  const run: Tool = RUN[tool.name];
  return await run(stringsOf(call.input), context);
}

async function callServer({ tool, input }: ToolCall, { servers, signal }: Context): Promise<ToolOutput> {
  const called = await servers.call(tool, input, signal);
  if (called === null) return failure(noTool(tool, [...TOOLS, ...servers.offered]));
  return { output: cutMiddle(called.text), isError: called.isError };
}

async function runBash(
  { command = '' }: Record<string, string>,
  { sandbox, signal }: Context,
): Promise<ToolOutput> {
  const result = await sandbox.run({ command, ...COMMAND_LIMITS }, signal);
  return { output: describe(result), isError: result.exitCode !== 0 };
}

/** Each stream has its own limit, so that neither crowds the other out. */
function describe({ stdout, stderr, exitCode, timedOut, isTruncated }: CommandResult): string {
  const streams = [stdout, stderr].map((stream) => cutMiddle(stream.trimEnd()));
  const lost = isTruncated ? `[what came after the first ${MAX_OUTPUT_BYTES} bytes is lost]` : '';
  const ending = timedOut ? `[stopped after ${COMMAND_SECONDS} s]` : `[exit code ${exitCode ?? 'unknown'}]`;
  return [...streams, lost, ending].filter((part) => part !== '').join('\n');
}

/** Both ends of a text that is too long for a conversation, and between them how much is missing. */
function cutMiddle(text: string): string {
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS) return text;
  const head = text.slice(0, HEAD_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(-TAIL_CHARACTERS).replace(/^[\udc00-\udfff]/, '');
  const missing = text.length - head.length - tail.length;
  return `${head}\n[… ${missing} of ${text.length} characters left out …]\n${tail}`;
}

async function readText({ sandbox, signal }: Context, path: string): Promise<ToolOutput> {
  const reading = sandbox.readFile(posix.resolve(WORKSPACE, path), MAX_OUTPUT_BYTES);
  const file = await unlessAborted(reading, signal);
  if (file === null) return failure(noFile(path));
  const text = cutMiddle(new TextDecoder().decode(file.content));
  const lost = file.isTruncated ? `\n[the file goes on after its first ${MAX_OUTPUT_BYTES} bytes]` : '';
  return { output: text + lost, isError: false };
}

/** Whatever reads in the sandbox may be stopped there, and then never ends. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Writes through the shell, so that a path that the agent is not allowed to write
 * fails as it would for any program of the agent.
 */
async function writeText(
  { path = '', content = '' }: Record<string, string>,
  { sandbox, signal }: Context,
): Promise<ToolOutput> {
  const target = posix.resolve(WORKSPACE, path);
  const command = `mkdir -p -- ${shellQuote(posix.dirname(target))} && cat > ${shellQuote(target)}`;
  const stdin = new TextEncoder().encode(content);
  const result = await sandbox.run({ command, stdin, ...COMMAND_LIMITS }, signal);
  return result.exitCode === 0
    ? success(`Wrote ${stdin.length} bytes to ${path}.`)
    : failure(describe(result));
}

async function loadSkill({ name = '' }: Record<string, string>, context: Context): Promise<ToolOutput> {
  const { skills } = context;
  const skill = skills.find((candidate) => candidate.name === name);
  if (skill === undefined) return failure(noSkill(name));
  const body = await readSkillFile(context, skill.root);
  return { ...body, output: `Base directory for this skill: ${skill.root}\n\n${body.output}` };
}

/** The file that the checks read, whichever of its names it has. */
async function readSkillFile(context: Context, root: string): Promise<ToolOutput> {
  for (const name of SKILL_FILES) {
    const found = await readText(context, `${root}/${name}`);
    if (!found.isError) return found;
  }
  return failure(noFile(`${root}/SKILL.md`));
}

function success(output: string): ToolOutput {
  return { output, isError: false };
}

export function failure(output: string): ToolOutput {
  return { output, isError: true };
}

function stringsOf(input: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}
