/** Parses JSON; `undefined` for any other text, which no JSON stands for. What that means is the caller's to say. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
