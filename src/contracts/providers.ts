import { z } from 'zod';

/** Whose API a wire is: what a base URL and a key belong to. */
export const ProviderId = z.enum(['anthropic', 'openai', 'gemini']);
export type ProviderId = z.infer<typeof ProviderId>;

export const BaseUrl = z
  .string()
  .refine(isBaseUrl, {
    error: 'an address that begins with http:// or https:// and names no user',
    params: { mayHoldSecret: true },
  })
  .meta({
    format: 'uri',
    description: "Where the provider's API begins, with the version where its clients write one.",
  });

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const ProviderSettings = z
  .strictObject({
    baseUrl: BaseUrl,
    keyFile: z.string().min(1).describe('A file that holds the key and nothing else.'),
    maxConcurrent: z.int().positive().max(1000).describe('Requests at a time, over all trials.'),
    requestsPerMinute: z
      .int()
      .positive()
      .max(1_000_000)
      .describe('Requests that begin in any one minute, over all trials; no limit unless said.'),
  })
  .partial();

/** `providers.yaml`: where models are reached. Keys themselves stand in files or in the environment, never in here. */
export const Providers = z.strictObject({
  anthropic: ProviderSettings.default({}),
  openai: ProviderSettings.default({}),
  gemini: ProviderSettings.default({}),
});
export type Providers = z.infer<typeof Providers>;
