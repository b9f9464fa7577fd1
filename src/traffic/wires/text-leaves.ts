/** Fields that are not text, belong to the model, or are covered by another field. */
const NO_TEXT = new Set([
  ...['data', 'file_data', 'image_url', 'url', 'encrypted_content', 'signature', 'thoughtSignature'],
  ...['thinking', 'reasoning_content', 'id', 'type', 'role', 'status', 'mimeType', 'media_type'],
]);
const MAX_DEPTH = 12;

/**
 * Collects every text in a part of a request whose format is unknown. An agent may show its model a result in
 * a format that did not exist when this was written, and its text is in the model's context all the same.
 */
export function textLeaves(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return '';
  const members = Object.entries(value).filter(([name]) => !NO_TEXT.has(name));
  return members
    .map(([, member]) => textLeaves(member, depth + 1))
    .filter((text) => text !== '')
    .join('\n');
}
