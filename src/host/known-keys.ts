/** The keys of models, whichever provider reads them: `gateway/upstreams/live/provider-access.ts` forms their names. */
const MODEL_KEY = /_API_KEY$/i;
/** A shorter value may stand in an address by chance. */
const SHORTEST = 8;

const secrets = new Set<string>();

/** From here on, these variables of the environment count as keys as well: the secrets that the user gives to a suite. */
export function countAsKeys(names: readonly string[]): void {
  for (const name of names) secrets.add(name);
}

export function isKey(name: string): boolean {
  return MODEL_KEY.test(name) || secrets.has(name);
}

/** The variable whose value, a key, is part of a text; `null` if there is none. */
export function keyWithin(text: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const forms = (value: string) => [value, encodeURIComponent(value), encodeURI(value)];
  const found = Object.entries(env).find(
    ([name, value = '']) =>
      isKey(name) && value.length >= SHORTEST && forms(value).some((form) => text.includes(form)),
  );
  return found?.[0] ?? null;
}
