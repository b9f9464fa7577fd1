import { outsideStrings } from './outside-strings.ts';
import { type Call, errorOf } from './parse-call.ts';

/** Told of a call of which the record does not say what it did. */
export const UNREAD = 'a call could not be read';

/** Calls that name a program or a file, and take no address for anything but names and lists of them. */
const NAMES_FILES = /^(?:exec|open|creat|chdir|symlink|link|rename)/;

/**
 * A number in the place of a name or of a list is the place in memory where the tracer could not read it. The kernel can
 * read memory that no other process may. After an environment, which is not printed, the number of its variables stands.
 */
const BARE_ADDRESS = /(?:^|, |\[|\/\* )0x[0-9a-f]+\b(?! \/\*)/;

/** Whether a call named something that the tracer could not read and the kernel could. */
export function hasUnreadArgument(call: Call): boolean {
  return (
    NAMES_FILES.test(call.name) && !isRefused(call) && !outsideStrings(call.text, BARE_ADDRESS).next().done
  );
}

/** Whether the kernel says that it makes nothing of what it was given either. */
export function isRefused(call: Call): boolean {
  return REFUSALS.has(errorOf(call));
}

const REFUSALS: ReadonlySet<string | null> = new Set(['EFAULT', 'EINVAL', 'EAFNOSUPPORT']);
