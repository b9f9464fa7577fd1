import { posix } from 'node:path';
import type { ProcessEvent } from '../../contracts/process-event.ts';
import { type Call, errorOf, pathOfDescriptor } from './parse-call.ts';
import { REOPEN } from './tracer.ts';

export type Watch = {
  paths: readonly string[];
  /** Where tracers write, and nobody else has business. */
  pipe: string;
  /** How a run tells its name: by an argument of this program that begins so. */
  marker: { program: string; prefix: string };
};

export type Seen = { events: ProcessEvent[]; gaps: string[]; run: string | null };

const OPENS = new Set(['open', 'openat', 'openat2', 'creat']);
const MOVES = new Set(['link', 'linkat', 'rename', 'renameat', 'renameat2']);

/** What of one call is kept. */
export function eventsOf(pid: number, call: Call, watch: Watch): Seen {
  if (call.name === 'execve' || call.name === 'execveat') return execution(pid, call, watch);
  if (call.name === 'connect') return only(connection(pid, call));
  if (OPENS.has(call.name)) return opening(pid, call, watch);
  if (MOVES.has(call.name)) return only(moving(pid, call, watch));
  return only([]);
}

/** A shell tries a name in every folder of its path: what is not there is no attempt to run it. */
function execution(pid: number, call: Call, { marker }: Watch): Seen {
  const error = errorOf(call);
  const [program = ''] = call.strings;
  const { list: argv, isCut } = call;
  const mark =
    program === marker.program ? argv.find((argument) => argument.startsWith(marker.prefix)) : undefined;
  // What the marker starts is seen by itself, so that nothing hides behind a mark.
  if (mark !== undefined) return { events: [], gaps: [], run: mark.slice(marker.prefix.length) };
  if (error === 'ENOENT' || isLauncher(program, argv)) return only([]);
  return only([{ kind: 'exec', pid, program, argv: [...argv], isCut, error }]);
}

/** The harness's own way to a command: what these start is seen by itself, whoever starts them. */
function isLauncher(program: string, [, option = '', script]: readonly string[]): boolean {
  if (program === '/bin/bash') return script === REOPEN;
  return LAUNCHERS.some((launcher) => program === launcher.program && option.startsWith(launcher.option));
}

const LAUNCHERS = [
  { program: '/usr/bin/timeout', option: '--kill-after=' },
  { program: '/usr/bin/env', option: '--chdir=' },
] as const;

function opening(pid: number, call: Call, { paths, pipe }: Watch): Seen {
  const path = pathOfDescriptor(call.result) ?? argumentPath(call, 0);
  if (path === null) return only([]);
  const gaps = [
    ...(path === pipe ? ['a process of the agent opened the record itself'] : []),
    ...(/^\/proc\/(?:\d+|self|thread-self)(?:\/task\/\d+)?\/mem$/.test(path)
      ? ["a process of the agent opened another one's memory"]
      : []),
  ];
  const isWatched = paths.some((watched) => isWithin(path, watched));
  return { events: isWatched ? [{ kind: 'open', pid, path, error: errorOf(call) }] : [], gaps, run: null };
}

/** Under another name it could be read unseen; a folder that is moved takes what is in it along. */
function moving(pid: number, call: Call, { paths }: Watch): ProcessEvent[] {
  const path = argumentPath(call, 0);
  if (path === null) return [];
  const isWatched = paths.some((watched) => isWithin(path, watched) || isWithin(watched, path));
  return isWatched ? [{ kind: 'open', pid, path, error: errorOf(call) }] : [];
}

/** `null` for a relative path of an old call, which does not say what it is relative to. */
function argumentPath({ strings, text }: Call, index: number): string | null {
  const given = strings[index];
  if (given === undefined) return null;
  const folder = pathOfDescriptor(text) ?? '';
  const path = posix.resolve('/', folder, given);
  return folder === '' && !given.startsWith('/') ? null : path;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Name services and the like are asked over local sockets all the time; only those of engines matter. */
function connection(pid: number, call: Call): ProcessEvent[] {
  const { text } = call;
  const port = /sin6?_port=htons\((\d+)\)/.exec(text)?.[1];
  const host = /inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)"/.exec(text);
  const address = host?.[1] ?? (host?.[2] === undefined ? undefined : `[${host[2]}]`);
  if (address !== undefined) {
    return [{ kind: 'connect', pid, address: `${address}:${port ?? '0'}`, error: errorOf(call) }];
  }
  const socket = call.strings.find((path) => path.endsWith('.sock'));
  return socket === undefined ? [] : [{ kind: 'connect', pid, address: socket, error: errorOf(call) }];
}

function only(events: ProcessEvent[]): Seen {
  return { events, gaps: [], run: null };
}
