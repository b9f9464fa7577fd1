import { isLoopbackHost } from '../base/public-address.ts';

/** The hostname of every sandbox. */
export const HOSTNAME = 'sandbox';

/** Every name that is looked up leads to an address in this block of the loopback. */
export const NAMES_PREFIX = '127.64.';

/** TCP connections to such an address are carried to the harness at these ports: those of common services. */
export const CARRIED_PORTS: readonly number[] = [21, 22, 25, 53, 80, 110, 143, 443, 465, 587, 853, 993, 995];

/**
 * The names by which every sandbox calls itself. They are the same in all, so that asking for one tells nobody anything, unlike
 * what may stand before `.localhost`.
 */
export const OWN_NAMES: readonly string[] = [HOSTNAME, 'localhost'];

/** Whether a name leads back into the sandbox, wherever it is looked up. */
export function isOwnName(name: string): boolean {
  return name === HOSTNAME || isLoopbackHost(name);
}
