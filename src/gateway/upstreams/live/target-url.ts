import type { UpstreamCall } from '../upstream.ts';

/** OpenAI's base URLs contain the version already, as its clients expect. */
export function targetUrl({ url, wire }: Pick<UpstreamCall, 'url' | 'wire'>, baseUrl: string): string {
  const path = wire.provider === 'openai' ? url.pathname.replace(/^\/v1(?=\/)/, '') : url.pathname;
  const query = new URLSearchParams(url.search);
  // Gemini's clients may put the trial's token here.
  query.delete('key');
  return `${baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`;
}
