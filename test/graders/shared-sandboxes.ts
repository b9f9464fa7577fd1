import { canonicalJson, digestOf } from '../../src/base/digest.ts';
import type { Sandbox, SandboxEngine, SandboxFile, SandboxSpec } from '../../src/sandbox/sandbox.ts';

const LEFT_TO_OTHERS: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined };

/**
 * An engine with one grading sandbox for all commands over the same files, and one witness. Otherwise each command has a
 * sandbox of its own. This is for tests of what commands say that leave nothing behind.
 */
export function sharedSandboxes(engine: SandboxEngine): SandboxEngine & AsyncDisposable {
  const witness = engine.callWitness();
  const opened = new Map<string, Promise<Sandbox & AsyncDisposable>>();
  return {
    ...engine,
    prepare: () => LEFT_TO_OTHERS,
    callWitness: () => ({ ...LEFT_TO_OTHERS, isSound: () => witness.isSound() }),
    async create(spec, signal) {
      if (spec.grader !== true) return await engine.create(spec, signal);
      const key = keyOf(spec);
      const sandbox = opened.get(key) ?? engine.create(spec, signal);
      opened.set(key, sandbox);
      return { ...(await sandbox), ...LEFT_TO_OTHERS };
    },
    async [Symbol.asyncDispose]() {
      const sandboxes = await Promise.all(opened.values());
      await Promise.all([witness, ...sandboxes].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}

function keyOf({ files, entries = [], mounts, purpose }: SandboxSpec): string {
  const digestsOf = (all: readonly SandboxFile[]) =>
    all.map(({ path, content, executable }) => [path, executable, digestOf(content)]);
  const mounted = mounts.map((mount) => [mount.root, digestsOf(mount.files)]);
  return canonicalJson([purpose, digestsOf(files), entries, mounted]);
}
