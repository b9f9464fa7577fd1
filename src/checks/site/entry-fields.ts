/** A field of an index entry, or what is wrong with it. */
export type Field<Value> = { value: Value } | { flaw: string };

export function readTextField<Value>(
  value: unknown,
  name: string,
  parse: (text: string) => Value | null,
): Field<Value> {
  if (value === undefined) return { flaw: `"${name}" is missing` };
  if (typeof value !== 'string') return { flaw: `"${name}" is not text` };
  const parsed = parse(value);
  return parsed === null ? { flaw: `"${name}" is not valid: ${value}` } : { value: parsed };
}

/** A URI reference (RFC 3986), resolved against the URL of the index. */
export function readUrl(value: unknown, base: string): Field<string> {
  return readTextField(value, 'url', (text) => {
    const url = URI_CHARACTERS.test(text) ? URL.parse(text, base) : null;
    return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
  });
}

/** All other characters must be percent-encoded, because clients would read them differently. */
const URI_CHARACTERS = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
