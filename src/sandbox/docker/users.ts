import { randomInt } from 'node:crypto';

/** The ids of a sandbox's users. Each user's group has the same id. */
export type Users = { agent: number; grader: number };

/**
 * These are above the users of a host and below those that Debian reserves. Engines
 * that remap ids have 65,536 of them.
 */
const FIRST_AGENT = 20_000;
const FIRST_GRADER = 40_000;
const COUNT = 20_000;

/**
 * The kernel counts inotify instances, pages of pipes and much else per user, whatever container the user is
 * in: sandboxes that shared a user would take them from each other.
 */
export function drawUsers(): Users {
  const number = randomInt(COUNT);
  return { agent: FIRST_AGENT + number, grader: FIRST_GRADER + number };
}

/** An engine has no two containers with the same name, and so no two sandboxes with the same users. */
export function containerNameOf({ agent }: Users): string {
  return `assay-${agent}`;
}

/** A user and its group, in the form that the engine accepts. */
export function asUserAndGroup(user: number): string {
  return `${user}:${user}`;
}
