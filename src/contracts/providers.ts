import { z } from 'zod';

/** The provider whose API a wire is: base URLs and keys belong to one of these. */
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
    description: "Base URL of the provider's API, with the version if its clients write one.",
  });

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const ProviderSettings = z
  .strictObject({
    baseUrl: BaseUrl,
    keyFile: z.string().min(1).describe('Path of a file that holds the key and nothing else.'),
    maxConcurrent: z
      .int()
      .positive()
      .max(1000)
      .describe('The most requests open at the same time, over all trials.'),
    requestsPerMinute: z
      .int()
      .positive()
      .max(1_000_000)
      .describe('The most requests that start in any one minute, over all trials; unlimited if omitted.'),
  })
  .partial();

/**
 * `providers.yaml`: where models are reached. Keys themselves are in files or in the
 * environment, never in here.
 */
export const Providers = z.strictObject({
  anthropic: ProviderSettings.default({}),
  openai: ProviderSettings.default({}),
  gemini: ProviderSettings.default({}),
});
export type Providers = z.infer<typeof Providers>;
