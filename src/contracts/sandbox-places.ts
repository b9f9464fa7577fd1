/** Where things are inside every sandbox. */
export const WORKSPACE = '/workspace';
export const HOME = '/home/agent';
/** All folders that an agent can write to: nothing that its work leaves is elsewhere. */
export const WRITABLE = [WORKSPACE, HOME, '/tmp', '/dev/shm'];
/** The pipe that `openChannel` makes; anybody inside can write to it, nobody inside can read it. */
export const CHANNEL_PATH = '/run/assay/channel';
