import { readFileSync } from 'node:fs';
import { AssayError, reasonOf } from '../../../base/assay-error.ts';
import { BaseUrl, ProviderId, type Providers } from '../../../contracts/providers.ts';
import { ApiKey } from './api-key.ts';

/**
 * How to reach a provider. Null if neither a key nor a base URL is set. A server of
 * one's own may need no key.
 */
export type ProviderAccess = {
  baseUrl: string;
  key: ApiKey | null;
  maxConcurrent: number;
  requestsPerMinute?: number;
};

export type AccessOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /**
   * From the command line. It takes precedence over the environment, which takes
   * precedence over the settings.
   */
  baseUrls: Partial<Record<ProviderId, string>>;
  settings: Providers;
};

const MAX_CONCURRENT = 8;

const KNOWN = {
  anthropic: { name: 'ANTHROPIC', baseUrl: 'https://api.anthropic.com' },
  openai: { name: 'OPENAI', baseUrl: 'https://api.openai.com/v1' },
  gemini: { name: 'GEMINI', baseUrl: 'https://generativelanguage.googleapis.com' },
} as const satisfies Record<ProviderId, { name: string; baseUrl: string }>;

export function readAccess(provider: ProviderId, options: AccessOptions): ProviderAccess | null {
  const { env, baseUrls, settings } = options;
  const { name, baseUrl: usual } = KNOWN[provider];
  const { baseUrl, keyFile, maxConcurrent = MAX_CONCURRENT, requestsPerMinute } = settings[provider];
  const set = (variable: string) => env[`${name}_${variable}`] || undefined;
  const own = baseUrls[provider] ?? set('BASE_URL') ?? baseUrl;
  const key = set('API_KEY') ?? readKey(set('API_KEY_FILE') ?? keyFile);
  if (own === undefined && key === undefined) return null;
  return {
    baseUrl: checked(provider, own ?? usual),
    key: key === undefined ? null : keyFrom(provider, key),
    maxConcurrent,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
  };
}

/** Explains what to do if `readAccess` returned `null`. */
export function missingAccess(provider: ProviderId, model: string): AssayError {
  const { name } = KNOWN[provider];
  const ways = `${name}_API_KEY, or ${name}_API_KEY_FILE to a file that holds it, or ${name}_BASE_URL or --base-url ${provider}=URL to a server of your own`;
  return new AssayError(
    'USAGE',
    `No access to ${provider} is configured for the model "${model}". Set ${ways}; or use --model scripted. Another --agent may use another provider.`,
  );
}

/** Parses the values of `--base-url`, such as `openai=http://127.0.0.1:11434/v1`. */
export function parseBaseUrls(assignments: readonly string[] = []): Partial<Record<ProviderId, string>> {
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [name, ...rest] = assignment.split('=');
      const provider = ProviderId.safeParse(name);
      if (provider.success && rest.length > 0) return [provider.data, rest.join('=')];
      const known = ProviderId.options.join(', ');
      throw new AssayError(
        'USAGE',
        `--base-url takes PROVIDER=URL, with one of ${known}, not "${assignment}".`,
      );
    }),
  );
}

function checked(provider: ProviderId, baseUrl: string): string {
  if (BaseUrl.safeParse(baseUrl).success) return baseUrl.replace(/(?<!\/)\/+$/, '');
  // The given value is not repeated: it may hold a password.
  const message = `The base URL of ${provider} must begin with http:// or https:// and name no user.`;
  throw new AssayError('USAGE', message);
}

/** Refuses a key that no header can hold, because whatever refused it later would print it. */
function keyFrom(provider: ProviderId, text: string): ApiKey {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return new ApiKey(key);
  const came = key === '' ? 'it is empty' : 'it has other characters';
  throw new AssayError('USAGE', `The key of ${provider} must be one word of printable ASCII; ${came}.`);
}

function readKey(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `The key file ${file} cannot be read: ${reasonOf(cause)}.`;
    throw new AssayError('FILE_UNREADABLE', message, { cause });
  }
}
