import { visible } from '../../base/visible.ts';
import { maskSecrets } from './mask-secrets.ts';

const EXCERPT_LENGTH = 160;

/** Looked at, so that a line of megabytes costs no more than any other, and a secret in the excerpt is seen whole. */
const WINDOW = 4096;

/** The one way a skill's text gets into a report: secrets masked, nothing invisible, at most 160 characters. */
export function excerptOf(text: string): string {
  const shown = visible(maskSecrets(text.slice(0, WINDOW)));
  const characters = [...shown];
  return characters.length <= EXCERPT_LENGTH ? shown : `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…`;
}
