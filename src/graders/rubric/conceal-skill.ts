import { normalised } from '../../base/normalised.ts';
import { HOME } from '../../contracts/sandbox-places.ts';

type Concealed = {
  name: string;
  /** The folder that the skill is mounted at, in the arm that has it. */
  root: string;
  /** All texts of the task: what they account for tells nothing of a skill. */
  known: readonly string[];
};

const NEUTRAL_ROOT = '/opt/tool';
const NEUTRAL_NAME = 'tool';

/**
 * Replaces the skill's place, and its name where it is called a skill, in both arms alike. The author of the skill chose the
 * name, so ordinary words stay even if they are the name: they are the work of a baseline too. If the task itself speaks of
 * skills, so may any work.
 */
export function concealing({ name, root, known }: Concealed): (text: string) => string {
  const isKnown = (pattern: RegExp) => known.some((text) => pattern.test(text));
  const names = isKnown(/skill/i) ? [] : namePatterns(name);
  const place = placePattern(root);
  const hidesPlace = !known.some((text) => text.includes(root));
  return (text) => {
    const shown = normalised(text, 'NFC');
    const placed = hidesPlace
      ? shown.replace(place, (_, inside) => `${NEUTRAL_ROOT}${inside === undefined ? '' : '/README.md'}`)
      : shown;
    return names.reduce((before, pattern) => before.replace(pattern, NEUTRAL_NAME), placed);
  };
}

function placePattern(root: string): RegExp {
  const below = root.startsWith(`${HOME}/`) ? root.slice(HOME.length) : null;
  const forms = [root, ...(below === null ? [] : [`~${below}`, `$HOME${below}`])].map(escaped);
  return new RegExp(
    `(?<![\\p{L}\\p{N}_/.~-])(?:${forms.join('|')})(?![\\p{L}\\p{N}_-]|\\.\\w)(/SKILL\\.md)?`,
    'gu',
  );
}

/** Without quotes around it, a name of one word may follow the word "skill" in any text. */
function namePatterns(name: string): RegExp[] {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0) return [];
  const said = words.map(escaped).join('[\\s_-]');
  const quoted = `["'\`]${said}["'\`]`;
  const exact = words.length > 1 ? `|${escaped(name)}` : '';
  return [
    new RegExp(`(?<=(?<![\\p{L}\\p{N}])the\\s)(?:${quoted}|${said})\\sskill(?![\\p{L}\\p{N}_-])`, 'giu'),
    new RegExp(`${quoted}\\sskill(?![\\p{L}\\p{N}_-])`, 'giu'),
    new RegExp(`(?<![\\p{L}\\p{N}_-])skill:?\\s(?:${quoted}${exact})(?![\\p{L}\\p{N}_-])`, 'giu'),
  ];
}

/** A passage of the body is looked for in blocks of so many characters without spaces. */
const BLOCK_CHARACTERS = 100;
/** Fewer blocks may stand in any text. */
const LEAST_BLOCKS = 2;
/** So many in a row are enough of a longer body: only parts of long texts are shown. */
const ENOUGH_BLOCKS = 10;
const SEARCHED_CHARACTERS = 100_000;

/** Tells whether a text holds a long passage of the skill for which the task cannot account. */
export function holdingSkill({ body, known }: { body: string } & Pick<Concealed, 'known'>) {
  const given = known.map(squeezed);
  const blocks = blocksOf(squeezed(body.slice(0, SEARCHED_CHARACTERS))).filter(
    (block) => !given.some((text) => text.includes(block)),
  );
  const enough = Math.min(blocks.length, ENOUGH_BLOCKS);
  return (text: string): boolean => {
    if (enough < LEAST_BLOCKS) return false;
    const searched = squeezed(text);
    let inRow = 0;
    return blocks.some((block) => {
      inRow = searched.includes(block) ? inRow + 1 : 0;
      return inRow >= enough;
    });
  };
}

function blocksOf(text: string): string[] {
  const count = Math.floor(text.length / BLOCK_CHARACTERS);
  return Array.from({ length: count }, (_, at) =>
    text.slice(at * BLOCK_CHARACTERS, (at + 1) * BLOCK_CHARACTERS),
  );
}

function squeezed(text: string): string {
  return normalised(text, 'NFC').replaceAll(/\s+/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
