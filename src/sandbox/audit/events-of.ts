import { basename, resolve } from 'node:path/posix';
import { isWithoutWay, type ProcessEvent, UNKNOWN_ADDRESS } from '../../contracts/process-event.ts';
import { addressesIn } from './addresses-in.ts';
import { hasUnreadArgument, isRefused, UNREAD } from './has-unread-argument.ts';
import type { LinkNames } from './link-names.ts';
import { outOfBandMeans } from './out-of-band.ts';
import { outsideStrings } from './outside-strings.ts';
import { type Call, errorOf, INTERRUPTED, pathOfDescriptor } from './parse-call.ts';
import type { TcpSockets } from './tcp-sockets.ts';

export type Watch = {
  paths: readonly string[];
  /** Watched files, by the number under which the kernel reports their opening. */
  objects: readonly string[];
  /** The folder of the tracers' pipes; nothing else may use it. */
  pipes: string;
};

/** What is known of the process that made a call. */
export type Caller = {
  pid: number;
  /** Its working directory, if an earlier call revealed it. */
  cwd: string | null;
  links: LinkNames;
  tcp: TcpSockets;
};

export type Seen = { events: ProcessEvent[]; gaps: string[] };

export const TOO_MANY_LINKS = 'more links than are followed';

/** Calls with an address: a datagram can be sent to one without a connection. */
const REACHES = new Set(['connect', 'sendto', 'sendmsg', 'sendmmsg']);

/** Derives the events and gaps of one call. */
export function eventsOf(caller: Caller, call: Call, watch: Watch): Seen {
  const { events, gaps } = readableEvents(caller, call, watch);
  return { events, gaps: hasUnreadArgument(call) ? [...gaps, UNREAD] : gaps };
}

function readableEvents(caller: Caller, call: Call, watch: Watch): Seen {
  if (call.name === 'execve' || call.name === 'execveat') return executions(caller, call);
  if (REACHES.has(call.name)) return connections(caller, call);
  if (call.name === 'setsockopt') return only(outOfBand(caller.pid, call));
  if (isOpening(call)) return opening(caller, call, watch);
  return only([]);
}

export function isOpening({ name }: Call): boolean {
  return OPENS.has(name);
}

const OPENS = new Set(['open', 'openat', 'openat2', 'creat']);

function executions({ pid, links }: Caller, call: Call): Seen {
  const program = call.strings[0] || (pathOfDescriptor(call.text) ?? '');
  const { list: argv, isCut } = call;
  const { files, isWhole } = links.follow(program);
  const gaps = [...(program === '' ? gapsOfUnknown(call) : []), ...(isWhole ? [] : [TOO_MANY_LINKS])];
  if (program === '' && argv.length === 0) return { events: [], gaps };
  const error = errorOf(call);
  const start = { kind: 'exec' as const, pid, program, files: [program, ...files] };
  return { events: [{ ...start, argv: [...argv], isCut, error }], gaps };
}

/** A call that succeeded on a file whose name is unknown is a gap. */
function gapsOfUnknown(call: Call): string[] {
  return errorOf(call) === null ? [UNREAD] : [];
}

function opening(caller: Caller, call: Call, { paths, pipes }: Watch): Seen {
  const path = pathOfDescriptor(call.result) ?? argumentPath(caller, call);
  if (path === null) return { events: [], gaps: gapsOfUnknown(call) };
  const gaps = [
    ...(path.startsWith(`${pipes}/`) ? ['a process of the agent opened the record itself'] : []),
    ...(MEMORY.test(path) || mayLeadToMemory(caller, call)
      ? ["a process of the agent opened another one's memory"]
      : []),
  ];
  const isWatched = paths.some((watched) => isWithin(path, watched));
  const { pid } = caller;
  return { events: isWatched ? [{ kind: 'open', pid, path, error: errorOf(call) }] : [], gaps };
}

const MEMORY = /^\/proc\/(?:\d+|self|thread-self)(?:\/task\/\d+)?\/mem$/;

/**
 * A thread can replace the returned descriptor before the tracer looks, and whoever is killed during the call leaves none.
 * So the name counts, too: nobody gets to the memory of a process without its last name, in a call or in a link.
 */
function mayLeadToMemory({ links }: Caller, call: Call): boolean {
  const [given] = call.strings;
  if (given === undefined || opensFolder(call)) return false;
  const mayBeAnywhere = errorOf(call) === INTERRUPTED ? [given] : [];
  return [...mayBeAnywhere, ...links.follow(given).files].some((file) => basename(file) === 'mem');
}

/** Flags are in a register, which no other thread can change, but for one call, which has them in memory. */
function opensFolder({ name, text }: Call): boolean {
  return name !== 'openat2' && !outsideStrings(text, /O_DIRECTORY/).next().done;
}

/** Returns the first path among the arguments; `null` if it is relative to an unknown folder. */
function argumentPath({ cwd }: Caller, { strings: [given], text }: Call): string | null {
  if (given === undefined) return null;
  const folder = pathOfDescriptor(text) ?? cwd;
  return folder === null && !given.startsWith('/') ? null : resolve(folder ?? '/', given);
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Programs use local sockets all the time, such as those of name services; only the sockets of engines matter. */
function connections({ pid, tcp }: Caller, call: Call): Seen {
  const error = errorOf(call);
  const { internet, hasUnread } = addressesIn(call);
  const socket = call.name === 'connect' ? call.strings.find((path) => path.endsWith('.sock')) : undefined;
  const told = internet.length > 0 || socket === undefined ? internet : [socket];
  const transport = tcp.areUsedBy(call) ? 'tcp' : 'other';
  const addresses = told.length === 0 && isWithoutWay(error) ? [UNKNOWN_ADDRESS] : told;
  const reached = addresses.map(
    (address): ProcessEvent => ({
      ...{ kind: 'connect', pid, address, error },
      transport: address === socket ? null : transport,
    }),
  );
  return {
    events: [...reached, ...outOfBand(pid, call)],
    gaps: hasUnread && !isRefused(call) ? ['something was sent to an address that could not be read'] : [],
  };
}

function outOfBand(pid: number, call: Call): ProcessEvent[] {
  return outOfBandMeans(call).map((means) => ({ kind: 'out-of-band', pid, means }));
}

function only(events: ProcessEvent[]): Seen {
  return { events, gaps: [] };
}
