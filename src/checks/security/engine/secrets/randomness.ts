const PLACEHOLDER =
  /example|sample|placeholder|your|dummy|fake|changeme|redacted|insert|replace|secret_?here|xxxx|\*\*\*\*|\.\.\.|<|>|\$\{|test|foo|bar\b|demo|todo|not-?a-?real|abcdef|12345|qwerty|deadbeef|aaaa|0000|none|null|password/i;
const EXAMPLE_NEAR =
  /\b(?:example|e\.g\.|placeholder|fake|dummy|sample|looks? like|format|not real|revoked)\b/i;

/** A placeholder: the value itself says so, or the line around it does. */
export function isPlaceholder(value: string, text: string, at: number): boolean {
  if (PLACEHOLDER.test(value) || isSequence(value)) return true;
  const from = Math.max(text.lastIndexOf('\n', at) + 1, at - 120);
  return EXAMPLE_NEAR.test(text.slice(from, at));
}

/** `abcdefgh`, `1234567`: consecutive characters. */
function isSequence(value: string): boolean {
  let steps = 0;
  for (let index = 1; index < value.length; index++)
    if (Math.abs(value.charCodeAt(index) - value.charCodeAt(index - 1)) <= 1) steps++;
  return steps > value.length * 0.4;
}

const MIN_BITS = 3.3;

/** High Shannon entropy, and both letters and digits: words have less of both. */
export function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[a-z]/i.test(value)) return false;
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / value.length) * Math.log2(count / value.length),
    0,
  );
  return bits >= MIN_BITS;
}
