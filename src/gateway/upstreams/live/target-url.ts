import type { UpstreamCall } from '../upstream.ts';

/** OpenAI's base URLs hold the version already, as its clients write them. */
export function targetUrl({ url, wire }: Pick<UpstreamCall, 'url' | 'wire'>, baseUrl: string): string {
  const path = wire.provider === 'openai' ? url.pathname.replace(/^\/v1(?=\/)/, '') : url.pathname;
  const query = new URLSearchParams(url.search);
  // Gemini's clients may show the trial's token here.
  query.delete('key');
  return `${baseUrl}${path}${query.size === 0 ? '' : `?${query}`}`;
}
