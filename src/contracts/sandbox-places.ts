/** Where things are inside every sandbox. */
export const WORKSPACE = '/workspace';
export const HOME = '/home/agent';
/** All folders that an agent can write to: nothing that its work leaves is elsewhere. */
export const WRITABLE = [WORKSPACE, HOME, '/tmp', '/dev/shm'];
/** The certificates that programs trust: those of the image, and the sandbox's own authority if it has one. */
export const TRUSTED_PATH = '/etc/ssl/certs/ca-certificates.crt';
/** The certificate of the sandbox's own authority alone. */
export const AUTHORITY_PATH = '/run/assay/authority.pem';
/** The pipe that `openChannel` makes; anybody inside can write to it, nobody inside can read it. */
export const CHANNEL_PATH = '/run/assay/channel';
