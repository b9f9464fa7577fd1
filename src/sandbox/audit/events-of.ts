import { resolve } from 'node:path/posix';
import { isWithoutWay, type ProcessEvent, UNKNOWN_ADDRESS } from '../../contracts/process-event.ts';
import { addressesIn } from './addresses-in.ts';
import type { LinkNames } from './link-names.ts';
import { type Call, errorOf, pathOfDescriptor } from './parse-call.ts';
import { REOPEN } from './tracer.ts';

export type Watch = {
  paths: readonly string[];
  /** Files of which the kernel tells that they were opened, by the number that it tells. */
  objects: readonly string[];
  /** Where tracers write, and nobody else has business. */
  pipe: string;
  /** How a run tells its name: by an argument of this program that begins so. */
  marker: { program: string; prefix: string };
};

/** What is known of the process that a call is of. */
export type Caller = {
  pid: number;
  /** The folder that it is in, where a call of before told. */
  cwd: string | null;
  links: LinkNames;
};

export type Seen = { events: ProcessEvent[]; gaps: string[]; run: string | null };

/** Without a connection, what is sent says where it goes. */
const REACHES = new Set(['connect', 'sendto', 'sendmsg', 'sendmmsg']);

/** What of one call is kept. */
export function eventsOf(caller: Caller, call: Call, watch: Watch): Seen {
  if (call.name === 'execve' || call.name === 'execveat') return execution(caller, call, watch);
  if (REACHES.has(call.name)) return connections(caller.pid, call);
  if (isOpening(call)) return opening(caller, call, watch);
  return only([]);
}

export function isOpening({ name }: Call): boolean {
  return OPENS.has(name);
}

const OPENS = new Set(['open', 'openat', 'openat2', 'creat']);

function execution({ pid, links }: Caller, call: Call, { marker }: Watch): Seen {
  const error = errorOf(call);
  const { list: argv, isCut } = call;
  const program = call.strings[0] || (pathOfDescriptor(call.text) ?? '');
  const mark =
    program === marker.program ? argv.find((argument) => argument.startsWith(marker.prefix)) : undefined;
  // What the marker starts is seen by itself, so that nothing hides behind a mark.
  if (mark !== undefined) return { events: [], gaps: [], run: mark.slice(marker.prefix.length) };
  if (isLauncher(program, argv)) return only([]);
  const started = { kind: 'exec' as const, pid, program, argv: [...argv], isCut, error };
  return only([null, ...links.targetsOf(program)].map((file) => ({ ...started, file })));
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

function opening(caller: Caller, call: Call, { paths, pipe }: Watch): Seen {
  const path = pathOfDescriptor(call.result) ?? argumentPath(caller, call);
  if (path === null) return only([]);
  const gaps = [
    ...(path === pipe ? ['a process of the agent opened the record itself'] : []),
    ...(/^\/proc\/(?:\d+|self|thread-self)(?:\/task\/\d+)?\/mem$/.test(path)
      ? ["a process of the agent opened another one's memory"]
      : []),
  ];
  const isWatched = paths.some((watched) => isWithin(path, watched));
  const { pid } = caller;
  return { events: isWatched ? [{ kind: 'open', pid, path, error: errorOf(call) }] : [], gaps, run: null };
}

/** The first path among the arguments; `null` where it is relative, and nothing says to what. */
function argumentPath({ cwd }: Caller, { strings: [given], text }: Call): string | null {
  if (given === undefined) return null;
  const folder = pathOfDescriptor(text) ?? cwd;
  return folder === null && !given.startsWith('/') ? null : resolve(folder ?? '/', given);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Name services and the like are asked over local sockets all the time; only those of engines matter. */
function connections(pid: number, call: Call): Seen {
  const error = errorOf(call);
  const { internet, isUnread } = addressesIn(call);
  const socket = call.name === 'connect' ? call.strings.find((path) => path.endsWith('.sock')) : undefined;
  const told = internet.length > 0 || socket === undefined ? internet : [socket];
  const addresses = told.length === 0 && isWithoutWay(error) ? [UNKNOWN_ADDRESS] : told;
  const isRefused = error !== null && REFUSALS.has(error);
  return {
    events: addresses.map((address) => ({ kind: 'connect', pid, address, error })),
    gaps: isUnread && !isRefused ? ['something was sent to an address that could not be read'] : [],
    run: null,
  };
}

/** By which the kernel says that it makes nothing of an address either. */
const REFUSALS = new Set(['EFAULT', 'EINVAL', 'EAFNOSUPPORT']);

function only(events: ProcessEvent[]): Seen {
  return { events, gaps: [], run: null };
}
