import { visible } from '../../base/visible.ts';
import { maskSecrets } from './mask-secrets.ts';

const EXCERPT_LENGTH = 160;

/**
 * The characters that are processed, so that a line of megabytes costs no more than any other, and a secret
 * in the excerpt is seen whole.
 */
const WINDOW = 4096;

/**
 * The only way for a skill's text into a report: secrets are masked, invisible characters escaped, and the
 * length is at most 160 characters.
 */
export function excerptOf(text: string): string {
  const shown = visible(maskSecrets(text.slice(0, WINDOW)));
  const characters = [...shown];
  return characters.length <= EXCERPT_LENGTH ? shown : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}
