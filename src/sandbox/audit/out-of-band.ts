import { isRefused } from './has-unread-argument.ts';
import { outsideStrings } from './outside-strings.ts';
import type { Call } from './parse-call.ts';

/**
 * Returns the names of the means by which a call makes the kernel send something outside the streams and datagrams that
 * arrive at the other end of the pipe. Flags and options are in registers, which no other thread can change.
 */
export function outOfBandMeans(call: Call): string[] {
  if (isRefused(call)) return [];
  const names = [...outsideStrings(call.text, MEANS)].map(({ token }) => nameOf(token));
  return [...new Set(names)].filter((name) => !NUMBERS.has(name));
}

const UNREAD_CONTROL = 'msg_control=0x';

/** Numbers stand for options that some versions of the tracer have no name for. */
const MEANS = new RegExp(
  [
    String.raw`\bMSG_OOB\b`,
    String.raw`, SOL_IP, IP_OPTIONS\b`,
    String.raw`, SOL_IPV6, IPV6_(?:2292PKTOPTIONS|HOPOPTS|RTHDRDSTOPTS|RTHDR|DSTOPTS|FLOWLABEL_MGR)\b`,
    String.raw`, SOL_TCP, (?:TCP_MD5SIG|TCP_MD5SIG_EXT|TCP_AO_ADD_KEY|0x26|TCP_FASTOPEN_NO_COOKIE)\b`,
    String.raw`\bcmsg_level=SOL_IP(?:V6)?, cmsg_type=\w+`,
    String.raw`\b${UNREAD_CONTROL}`,
  ].join('|'),
);

function nameOf(token: string): string {
  return token === UNREAD_CONTROL
    ? 'control messages that could not be read'
    : (/(?<!\w)\w+$/.exec(token)?.[0] ?? token);
}

/** Control messages that hold no more than a number, or an address of the sandbox. */
const NUMBERS: ReadonlySet<string> = new Set([
  ...['IP_TOS', 'IP_TTL', 'IP_PKTINFO'],
  ...['IPV6_PKTINFO', 'IPV6_HOPLIMIT', 'IPV6_DONTFRAG', 'IPV6_TCLASS'],
  ...['0x32', '0x34', '0x3e', '0x43'],
]);
