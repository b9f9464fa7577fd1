import { patternFault } from '../../base/compile-pattern.ts';
import { innerPath } from '../drafting/inner-path.ts';
import {
  commandExits,
  type Decided,
  type Exact,
  fileExists,
  fileIsAbsent,
  fileIsJson,
  fileMatches,
  says,
  type Wording,
} from './exact.ts';
import { type Literal, maskLiterals } from './mask-literals.ts';

/** Longer sentences say more than one thing. */
const LONGEST = 300;

/** Words of other languages for the same parts. Each stands for itself, so that what is left over keeps a sentence from being exact. */
const IN_ENGLISH: readonly [RegExp, string][] = [
  [/文件/g, ' file '],
  [/输出/g, ' output '],
  [/回答|回复/g, ' answer '],
  [/必须|应该|应当/g, ' must '],
  [/不得|不能|不应|没有|不|未/g, ' does not '],
  [/包含|包括/g, ' contains '],
  [/提到|提及/g, ' mentions '],
  [/存在/g, ' exists '],
];

const NOT = `(?:(?:do|does|did|must|should|shall|can|may) not|(?:do|does|did|must|should)n't|cannot|can't|never|must never|should never)`;
const MODAL = '(?:(?:should|must|shall|will|has to|needs to) )?';
const HOLDS = `(?:(?<not>${NOT}) |${MODAL})`;
const IS = `(?:is|was|are|has been|have been|gets|(?:should|must|shall|will) be)`;
const IS_NOT = `(?:(?:is|was|are) not|(?:is|was|are)n't|is never|has not been|(?:should|must|shall) not be)`;
const BECOMES = `(?:${IS}|(?<not>${IS_NOT}))`;
const MARK = String.raw`⟦\d+⟧`;
const FILE = `(?:(?:the|a|an) )?(?:(?:output|new|resulting|generated) )?(?:file )?(?:(?:named|called) )?(?<file>${MARK})(?: file)?`;
const ANSWER = `(?:(?:the|its|his|their) )?(?:(?:agent|assistant|model)'s )?(?:final )?(?<answer>response|answer|reply|output)`;
const SPEAKER = '(?:the )?(?<speaker>agent|assistant|model)';
const SUBJECT = `(?:(?:${FILE}|${ANSWER}|${SPEAKER}) )?`;
const KIND = `(?:(?:(?:the|a|an|its) )?(?:(?:exact|literal) )?(?<kind>text|string|substring|words?|phrase|line|term) )?`;
const LIST = `(?<list>(?:(?:both|either) )?${MARK}(?:(?:, ?| and | or |, and |, or )${MARK})*)`;
const CASE = String.raw`(?<anycase> ?\((?:case[- ]insensitive|ignoring case)\))?`;
const REGEX = '(?:the )?(?:regular expression|regex|regexp|pattern)';

type Parts = Readonly<Record<string, string | undefined>>;
type Situation = { literals: readonly Literal[]; isOutputClear: boolean };
type Reader = (parts: Parts, situation: Situation) => Exact[] | Decided | null;

/**
 * The sentences that are made of known parts alone: a subject, a relation that may be negated, and literals. Whatever these do not
 * account for keeps a sentence from being one of them.
 */
const SENTENCES: readonly (readonly [RegExp, Reader])[] = [
  [sentence(`${FILE} ${HOLDS}exists?`), existence],
  [sentence(`${FILE} ${BECOMES} (?:created|written|generated|produced|saved|present)`), existence],
  [sentence(`${FILE} (?:is|was) (?<not>absent|missing)`), existence],
  [sentence(`(?:${SPEAKER} )?${HOLDS}(?:creates?d?|generates?d?|produces?d?) ${FILE}`), existence],
  [sentence(`${FILE} (?:is|parses as|contains|can be parsed as|must be|should be) (?:valid )?json`), json],
  [
    sentence(
      `${SUBJECT}${HOLDS}(?<verb>contains?|includes?|has|have|mentions?|says?|said|mentioned|contained|included) ${KIND}${LIST}${CASE}`,
    ),
    wording,
  ],
  [
    sentence(
      `${KIND}${LIST} ${HOLDS}(?:appears?|occurs?) (?:somewhere |anywhere )?in (?:${FILE}|${ANSWER})${CASE}`,
    ),
    wording,
  ],
  [
    sentence(
      `${KIND}${LIST} ${BECOMES} (?<verb>mentioned|included|contained|present|found) in (?:${FILE}|${ANSWER})${CASE}`,
    ),
    wording,
  ],
  [sentence(`${SUBJECT}${HOLDS}match(?:es)? ${REGEX} (?<pattern>${MARK})`), pattern],
  [
    sentence(
      `(?:the )?exit (?:code|status) of (?:running )?(?<command>${MARK}) ${BECOMES} (?<code>\\d{1,3}|zero)`,
    ),
    command,
  ],
  [
    sentence(
      `(?:running )?(?<command>${MARK}) ${HOLDS}exits? (?:successfully|with (?:an? )?(?:exit )?(?:(?:code|status) )?(?<code>\\d{1,3}|zero))`,
    ),
    command,
  ],
];

/**
 * What decides a sentence that can mean only one thing; `null` for any other. "The output" is the answer only where nothing is
 * said of files.
 */
export function plainCheck(text: string, { isOutputClear }: { isOutputClear: boolean }): Decided | null {
  if (text.length > LONGEST) return null;
  const masked = maskLiterals(text.trim().replace(/[.。]$/, ''));
  if (masked === null || masked.literals.some(isPlaceholder)) return null;
  const words = IN_ENGLISH.reduce((before, [word, english]) => before.replaceAll(word, english), masked.words)
    .replaceAll(/\s+/g, ' ')
    .trim();
  for (const [form, read] of SENTENCES) {
    const groups = form.exec(words)?.groups;
    if (groups === undefined) continue;
    const decided = read(groups, { literals: masked.literals, isOutputClear });
    if (decided === null) continue;
    return Array.isArray(decided) ? { exact: decided, isAnyEnough: false } : decided;
  }
  return null;
}

function sentence(form: string): RegExp {
  return new RegExp(`^${form}$`, 'u');
}

/** Such a text stands for others. */
function isPlaceholder({ text, as }: Literal): boolean {
  return as !== 'path' && /<[^<>]*>|\[[^\][]*\]|\{[^{}]*\}|…|\.{3}|X{2,}|YYYY|^[^\p{L}\p{N}]*$/u.test(text);
}

function existence({ file, not }: Parts, { literals }: Situation): Exact[] | null {
  const path = pathOf(literalOf(file, literals));
  if (path === null) return null;
  return [not === undefined ? fileExists(path) : fileIsAbsent(path)];
}

function json({ file }: Parts, { literals }: Situation): Exact[] | null {
  const path = pathOf(literalOf(file, literals));
  return path === null ? null : [fileIsJson(path)];
}

function wording(parts: Parts, situation: Situation): Exact[] | Decided | null {
  const place = placeOf(parts, situation);
  const texts = textsIn(parts.list ?? '', situation.literals);
  if (place === null || texts === null) return null;
  const isLoose = /^(?:mention|sa)/.test(parts.verb ?? '') || /^(?:word|term)/.test(parts.kind ?? '');
  const ignore: Pick<Wording, 'ignore'> =
    isLoose || parts.anycase !== undefined ? { ignore: ['case', 'spaces'] } : {};
  const { path } = place;
  if (parts.not !== undefined) {
    if (isLoose && texts.each.some(isPartOfWords)) return null;
    // "Not both" and "neither of them" are written alike.
    return texts.areAll && texts.each.length > 1 ? null : [says(path, { lacks: texts.each, ...ignore })];
  }
  const exact = texts.each.map((one) =>
    says(path, isLoose && isPartOfWords(one) ? { matches: [asWord(one)] } : { contains: [one], ...ignore }),
  );
  return { exact, isAnyEnough: !texts.areAll && exact.length > 1 };
}

/** Where texts are looked for: a file, or with `null` the answer. */
function placeOf(
  { file, answer, speaker }: Parts,
  { literals, isOutputClear }: Situation,
): { path: string | null } | null {
  if (file !== undefined) {
    const path = pathOf(literalOf(file, literals));
    return path === null ? null : { path };
  }
  const isClear = speaker !== undefined || (answer !== undefined && answer !== 'output');
  return isClear || isOutputClear ? { path: null } : null;
}

/** The texts of a list, and whether all of them are meant; `null` if it says both. */
function textsIn(list: string, literals: readonly Literal[]): { each: string[]; areAll: boolean } | null {
  const marks = [...list.matchAll(/⟦\d+⟧/g)].map(([mark]) => literalOf(mark, literals).text);
  const isAny = /\bor\b|\beither\b/.test(list);
  if (isAny && /\band\b|\bboth\b/.test(list)) return null;
  const isListed = marks.length === 1 || isAny || /\band\b/.test(list);
  return isListed ? { each: marks, areAll: !isAny } : null;
}

/** So short a word would be found within many others, if its case does not count. */
function isPartOfWords(text: string): boolean {
  return /^[\x20-\x7e]{1,4}$/.test(text);
}

function asWord(text: string): string {
  const start = /^\w/.test(text) ? '\\b' : '';
  const end = /\w$/.test(text) ? '\\b' : '';
  return `(?i)${start}${text.replaceAll(/[^\w\s]/g, '\\$&')}${end}`;
}

function pattern(parts: Parts, situation: Situation): Exact[] | null {
  const place = placeOf(parts, situation);
  const { text } = literalOf(parts.pattern, situation.literals);
  if (place === null || patternFault(text) !== null) return null;
  const { path } = place;
  if (parts.not !== undefined) return [says(path, { matchesNone: [text] })];
  return [path === null ? says(null, { matches: [text] }) : fileMatches(path, text)];
}

function command({ command: mark, code, not }: Parts, { literals }: Situation): Exact[] | null {
  const { text, as } = literalOf(mark, literals);
  const exitCode = code === undefined || code === 'zero' ? 0 : Number(code);
  if (as !== 'code' || not !== undefined || exitCode > 255) return null;
  return [commandExits(text, exitCode)];
}

function literalOf(mark: string | undefined, literals: readonly Literal[]): Literal {
  const literal = literals[Number(mark?.slice(1, -1))];
  return literal ?? { text: '', as: 'quote' };
}

/** A plain path of the workspace: one that has an ending, or is in a folder. */
function pathOf({ text }: Literal): string | null {
  return /^[^\s*?[\]{}<>$]*(?:\.\w{1,8}|\/[\w-]+)$/.test(text) ? innerPath(text) : null;
}
