import { isParsable } from '../syntax/is-parsable.ts';
import type { ScriptParser } from '../syntax/script-parser.ts';
import type { Language } from './language.ts';

/** A program that does anything has a call, and one of these words before it. */
const CALLS =
  /\b(?:import|from|require|fetch|eval|exec|execfile|compile|open|getattr|globals|vars|__\w{1,40}__|globalThis|process|Function|constructor|WebSocket|XMLHttpRequest|module)\b/;
const HAS_CALL = /[\w\])`"']\s{0,3}(?:\?\.)?[(`]/;
/** Longer texts that are code as a whole are scripts with a name of their own, or data. */
const MAX_LENGTH = 100_000;
const PARSED = ['python', 'javascript'] as const;

/**
 * The languages that a file is a program in, whatever its name says: an interpreter would run all of it, and it
 * calls something. Any text is a script to a shell, so that nothing follows from that.
 */
export function languagesOfContent(text: string, parser: ScriptParser): Language[] {
  if (text.length > MAX_LENGTH || !CALLS.test(text) || !HAS_CALL.test(text)) return [];
  if (beginsWithSentence(text) || !isParsable(text)) return [];
  return PARSED.filter((language) => !IS_IMPOSSIBLE[language](text) && parser.accepts(language, text));
}

/** Signs with which a text cannot be in a language. They are what most documents have, and found without parsing them. */
const IS_IMPOSSIBLE = { python: hasBareBacktick, javascript: beginsWithHash } as const satisfies Record<
  (typeof PARSED)[number],
  (text: string) => boolean
>;

/** Python knows backticks in strings and comments alone. After the first quotation mark, a string may go on for lines. */
function hasBareBacktick(text: string): boolean {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    start += line.length + 1;
    const [sign] = BACKTICK_OR_OPENING.exec(line) ?? [];
    if (sign === '`') return true;
    if (sign !== undefined && sign !== '#') return false;
  }
  return false;
}

const BACKTICK_OR_OPENING = /[`"'#]/;

/** A heading, or a comment of another language. JavaScript has a hash before names and in its first line. */
function beginsWithHash(text: string): boolean {
  return HASH.test(text);
}

const HASH = /^(?:#![^\n]*\n)?\s*#[ \t\n#]/;

/** What may open a string or a comment that goes on in the next line. */
const OPENING = /["'`\\]|\/[/*]|<!--/;
/** Browsers have taught JavaScript to read the comments of HTML. */
const COMMENT = /^\s*(?:#|\/\/|<!--|-->)/;
/** `tidy the`, and `SEC's`: words of a language have other neighbours, but for the prefixes of strings. */
const NEIGHBOURS = /(?<![\w$.])(?:([A-Za-z_]\w*)[ \t]+(?=([A-Za-z_]\w*))|([A-Za-z_]\w{2,})(?=['"]))/g;
const KEYWORDS = new Set(
  'and as assert async await break case catch class const continue def default del delete do elif else except exec export extends finally for from function get global if import in instanceof is lambda let match new nonlocal not of or pass print raise return set static switch throw try type typeof using var void while with yield'.split(
    ' ',
  ),
);

/**
 * What stands in no program in either language, before anything may have opened a string or a comment, and in
 * nearly every text for people. To parse such a text would take most of the time of a review.
 */
function beginsWithSentence(text: string): boolean {
  if (text.startsWith('---\n')) return true;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    start += line.length + 1;
    if (COMMENT.test(line)) continue;
    const opening = line.search(OPENING);
    const code = line.slice(0, opening === -1 ? line.length : opening + 1).replace(/#.*$/, '');
    for (const [, one = '', other = '', quoted = one] of code.matchAll(NEIGHBOURS))
      if (!KEYWORDS.has(quoted) && !KEYWORDS.has(other)) return true;
    if (opening !== -1) return false;
  }
  return false;
}

const LIKE_PYTHON =
  /^[ \t]{0,40}(?:import[ \t]{1,8}[\w.]{1,80}(?:[ \t]{1,8}as\b|[ \t]{0,8}(?:[,;#]|$))|from[ \t]{1,8}[\w.]{1,80}[ \t]{1,8}import\b|def[ \t]{1,8}\w{1,80}\()|__import__|__builtins__/m;
const LIKE_JAVASCRIPT =
  /\brequire\(|\bprocess\.env\b|\bfetch\(|=>|\bimport\(|^[ \t]{0,40}import\b[^\n]{0,200}\bfrom[ \t]{0,8}['"]/m;

/** Whether a script of some languages has words of another one, so that it is worth a look whether it is a program in that. */
export function mayBeAnother(languages: readonly Language[], text: string): boolean {
  if (!languages.includes('python') && LIKE_PYTHON.test(text)) return true;
  return (languages.includes('python') || languages.includes('bash')) && LIKE_JAVASCRIPT.test(text);
}
