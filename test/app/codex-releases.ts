import { npmRegistry } from '../sources/npm/npm-registry.ts';

/** A registry whose only version of Codex is 0.1.0, a program of this text. */
export async function codexReleases(program = '') {
  const files = { 'vendor/any/bin/codex': program };
  return await npmRegistry({
    '@openai/codex': { '0.1.0-linux-x64': files, '0.1.0-linux-arm64': files, '0.1.0': {} },
  });
}
