import { outsideStrings } from './outside-strings.ts';
import { type Call, errorOf } from './parse-call.ts';

/** The gap for a call whose effect is not in the record. */
export const UNREAD = 'a call could not be read';

/** Calls that name a program or a file, and take memory addresses only for names and lists of names. */
const NAMES_FILES = /^(?:exec|open|creat|chdir|symlink|link|rename)/;

/**
 * A number instead of a name or a list is the address at which the tracer could not read it. The kernel can read memory
 * that no other process may. An environment is printed as its address as well, but with the number of its variables.
 */
const BARE_ADDRESS = /(?:^|, |\[|\/\* )0x[0-9a-f]+\b(?! \/\*)/;

/** Calls that put something on a connection. The tracer prints the messages of some of them only as they end. */
const SENDS = /^send/;

/** Whether a call named something that the tracer could not read, or did not print, although the kernel may have read it. */
export function hasUnreadArgument(call: Call): boolean {
  return lacksMessages(call) || namesUnread(call);
}

/** The process was killed within the call, when some of its messages may have been on their way. */
function lacksMessages({ name, text }: Call): boolean {
  return SENDS.test(name) && text.trimEnd().endsWith(',');
}

function namesUnread(call: Call): boolean {
  return (
    NAMES_FILES.test(call.name) && !isRefused(call) && !outsideStrings(call.text, BARE_ADDRESS).next().done
  );
}

/** Whether the kernel could not read the arguments either. */
export function isRefused(call: Call): boolean {
  return REFUSALS.has(errorOf(call));
}

const REFUSALS: ReadonlySet<string | null> = new Set(['EFAULT', 'EINVAL', 'EAFNOSUPPORT']);
