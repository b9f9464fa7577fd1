import { readFileSync } from 'node:fs';
import { AssayError, messageOf } from '../base/assay-error.ts';
import { parseYaml } from '../base/parse-yaml.ts';
import { Providers } from '../contracts/providers.ts';
import { type AccessOptions, parseBaseUrls } from '../gateway/live/provider-access.ts';

export type ModelAccessOptions = {
  /** As `openai=http://127.0.0.1:11434/v1`. */
  baseUrl?: readonly string[];
  /** A `providers.yaml`. */
  providers?: string;
};

/** How models are reached: what was said on the command line, over the environment, over a file. */
export function modelAccess({ baseUrl, providers }: ModelAccessOptions): AccessOptions {
  const settings = providers === undefined ? Providers.parse({}) : readProviders(providers);
  return { env: process.env, baseUrls: parseBaseUrls(baseUrl), settings };
}

function readProviders(file: string): Providers {
  return parseYaml(Providers, read(file), file);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `The file ${file} with providers cannot be read: ${messageOf(cause)}. "assay schema providers" shows its form.`;
    throw new AssayError('FILE_UNREADABLE', message, { cause });
  }
}
