import { normalised } from '../../base/normalised.ts';

export type ConcealedSkill = {
  name: string;
  body: string;
  /** The folder that the skill is mounted at, in the arm that has it. */
  root: string;
};

const CONCEALED = '[…]';

/** A body that is shorter may stand in any text. */
const TELLING_CHARACTERS = 200;
/** The beginning of a longer body is enough: only parts of long texts are shown. */
const ENOUGH_CHARACTERS = 1000;

/**
 * Takes the skill's name and place out of a text, in both arms alike, and leaves out a text that holds the skill itself. A
 * name of one word, such as "pdf", is a word like any other unless it is called a skill.
 */
export function concealing({ name, body, root }: ConcealedSkill): (text: string) => string | null {
  const start = squeezed(body).slice(0, ENOUGH_CHARACTERS);
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(escaped);
  const said = words.join('[\\s_-]?');
  const called = `(?:${said}[\\s_-]skills?|skills?[\\s_:/-]{1,2}${said})`;
  const patterns = [
    `${escaped(root)}[^\\s"'\`)\\]>,;]*`,
    'SKILL\\.md',
    ...(words.length === 0 ? [] : [called]),
    ...(words.length > 1 ? [escaped(name), said] : []),
  ].map((pattern) => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu'));
  return (text) => {
    const shown = normalised(text, 'NFC');
    if (start.length >= TELLING_CHARACTERS && squeezed(shown).includes(start)) return null;
    return patterns.reduce((before, pattern) => before.replace(pattern, CONCEALED), shown);
  };
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
