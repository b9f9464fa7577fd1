/** Parses JSON; returns `undefined` for text that is not JSON, which no JSON value is. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
