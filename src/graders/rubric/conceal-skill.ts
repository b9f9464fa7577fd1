import { normalised } from '../../base/normalised.ts';
import { HOME } from '../../contracts/sandbox-places.ts';
import { type Known, stretchesOf } from './known-texts.ts';

type Concealed = {
  name: string;
  /** The folder that the skill is mounted at, in the arm that has it. */
  root: string;
  /** All texts of the task: what they account for tells nothing of a skill. */
  known: Known;
};

const NEUTRAL_ROOT = '/opt/tool';
const NEUTRAL_NAME = 'tool';

/**
 * Replaces the skill's place, and its name where it is called a skill, in both arms alike. The author of the skill chose the
 * name, so ordinary words stay even if they are the name: they are the work of a baseline too. If the task itself speaks of
 * skills, so may any work.
 */
export function concealing({ name, root, known }: Concealed): (text: string) => string {
  const place = placePattern(root);
  const names = namePatterns(name);
  const hidesPlace = once(() => !isIn(known, (text) => text.includes(root), root.length));
  const hidesNames = once(() => !isIn(known, (text) => /skill/i.test(text), 'skill'.length));
  return (text) => {
    const shown = normalised(text, 'NFC');
    const placed = shown.replace(place, (found, inside) =>
      hidesPlace() ? `${NEUTRAL_ROOT}${inside === undefined ? '' : '/README.md'}` : found,
    );
    return names.reduce(
      (before, pattern) => before.replace(pattern, (found) => (hidesNames() ? NEUTRAL_NAME : found)),
      placed,
    );
  };
}

function isIn(known: Known, isFound: (text: string) => boolean, length: number): boolean {
  return stretchesOf(known, { as: (text) => text, overlap: length - 1 }).some(isFound);
}

/** The texts of a task may be long, and few works hold anything that they could account for. */
function once(decide: () => boolean): () => boolean {
  let decided: boolean | null = null;
  return () => {
    decided ??= decide();
    return decided;
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

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
