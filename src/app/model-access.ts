import { parseYaml } from '../base/parse-yaml.ts';
import { Providers } from '../contracts/providers.ts';
import { type AccessOptions, parseBaseUrls } from '../gateway/upstreams/live/provider-access.ts';
import { readGiven } from './given-file.ts';

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
  const hint = '"assay schema providers" shows its form.';
  return parseYaml(Providers, readGiven({ file, what: 'providers', hint }), file);
}
