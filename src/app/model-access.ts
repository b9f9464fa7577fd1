import { parseYaml } from '../base/parse-yaml.ts';
import { Providers } from '../contracts/providers.ts';
import { type AccessOptions, parseBaseUrls } from '../gateway/upstreams/live/provider-access.ts';
import { readGiven } from './given-file.ts';

export type ModelAccessOptions = {
  /** Each entry looks like `openai=http://127.0.0.1:11434/v1`. */
  baseUrl?: readonly string[] | undefined;
  /** The path of a `providers.yaml`. */
  providers?: string | undefined;
};

/** How models are reached. The command line wins over the environment, and that over a file. */
export function modelAccess({ baseUrl, providers }: ModelAccessOptions): AccessOptions {
  const settings = providers === undefined ? Providers.parse({}) : readProviders(providers);
  return { env: process.env, baseUrls: parseBaseUrls(baseUrl), settings };
}

function readProviders(file: string): Providers {
  const hint = '"assay schema providers" shows its form.';
  return parseYaml(Providers, readGiven({ file, what: 'providers', hint }), file);
}
