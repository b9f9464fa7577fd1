import { randomInt } from 'node:crypto';

/** The numbers of a sandbox's users, each of whose groups has the same number. */
export type Users = { agent: number; grader: number };

/** Above the users of a host and below those that Debian keeps for itself. Engines that map numbers have 65,536 of them. */
const FIRST_AGENT = 20_000;
const FIRST_GRADER = 40_000;
const COUNT = 20_000;

/**
 * The kernel counts inotify instances, pages of pipes and much else by user, whatever container the user is in: sandboxes
 * of one user would take them from each other.
 */
export function drawUsers(): Users {
  const number = randomInt(COUNT);
  return { agent: FIRST_AGENT + number, grader: FIRST_GRADER + number };
}

/** An engine has no two containers of one name, and so no two sandboxes with the same users. */
export function containerNameOf({ agent }: Users): string {
  return `assay-${agent}`;
}

/** As the engine takes a user and its group. */
export function asUserAndGroup(user: number): string {
  return `${user}:${user}`;
}
