/** Where things are inside every sandbox. */
export const WORKSPACE = '/workspace';
export const HOME = '/home/agent';
/** Everywhere an agent can write to, and nothing that its work leaves is elsewhere. */
export const WRITABLE = [WORKSPACE, HOME, '/tmp', '/dev/shm'];
/** The pipe that `openChannel` makes; anybody inside can write to it, nobody can read it. */
export const CHANNEL_PATH = '/run/assay/channel';
