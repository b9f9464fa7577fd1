import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Docker from 'dockerode';

/** What the engine itself would write for a container without a network, whose resolver is the pipe. */
const CONTENTS = {
  hosts: [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    'fe00::0\tip6-localnet',
    'ff00::0\tip6-mcastprefix',
    'ff02::1\tip6-allnodes',
    'ff02::2\tip6-allrouters',
    '',
  ].join('\n'),
  'resolv.conf': 'nameserver 127.0.0.1\n',
};

/**
 * The lists that programs look names up in, as files of this machine that the sandboxes of a session mount. An engine on
 * another machine cannot mount them, and then writes its own.
 */
export class NameFiles implements AsyncDisposable {
  readonly #folder: string;
  #written: Promise<string | null> | null = null;
  /** Whether a container has started with them: until then nobody knows if the engine can mount them. */
  isProven = false;

  constructor(session: string) {
    this.#folder = folderOf(session);
  }

  /** `null` if they cannot be mounted. */
  folder(): Promise<string | null> {
    this.#written ??= write(this.#folder);
    return this.#written;
  }

  giveUp(): void {
    this.#written = Promise.resolve(null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The mounts of a container that has the files in a folder. */
export function nameMounts(folder: string): Docker.MountSettings[] {
  return Object.keys(CONTENTS).map((name) => ({
    Type: 'bind',
    Source: join(folder, name),
    Target: `/etc/${name}`,
    ReadOnly: true,
  }));
}

/** A sandbox can see this path, so it tells nothing about the user. */
function folderOf(session: string): string {
  return join(tmpdir(), `assay-names-${session}`);
}

async function write(folder: string): Promise<string | null> {
  try {
    await mkdir(folder);
    await chmod(folder, 0o755);
    await Promise.all(Object.entries(CONTENTS).map(([name, text]) => writeForAll(join(folder, name), text)));
    return folder;
  } catch {
    // The engine writes its own.
    return null;
  }
}

/** Whatever the user's umask is, every user of a sandbox reads them. */
async function writeForAll(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o644);
}
