/** A literal of a sentence: what stands in quotes, in a code span, or is written like a path. */
export type Literal = { text: string; as: 'quote' | 'code' | 'path' };

/** A sentence in small letters, in which `⟦0⟧` stands for its first literal. */
export type MaskedSentence = { words: string; literals: readonly Literal[] };

/** A single quote within a word is an apostrophe. */
const LITERALS =
  /`(?<code>[^`]+)`|"(?<double>[^"]+)"|“(?<curly>[^“”]+)”|「(?<corner>[^「」]+)」|«(?<angle>[^«»]+)»|‘(?<low>[^‘’]+)’|(?<![A-Za-z0-9])'(?<single>[^']+)'(?![A-Za-z0-9])|(?<![\w./@-])(?<path>[\w./@-]+)/gu;

/** Without quotes, only a name with an ending is a path. */
const NAMED_FILE = /\w\.(?=[a-z\d]{0,7}[a-z])[a-z\d]{1,8}$/i;
/** What looks like a file without quotes, and may be a site or a product instead. */
const NO_FILE = /^(?:[\w-]+\.)+(?:com|org|net|io|dev|ai|app|de|cn)$|^[A-Z]\w*\.(?:js|ai|io)$|^(?:e\.g|i\.e)$/;

/** Takes the literals out of a sentence; `null` if its quotes are not closed, so that it is not clear what they enclose. */
export function maskLiterals(sentence: string): MaskedSentence | null {
  if (/[⟦⟧]/.test(sentence)) return null;
  const literals: Literal[] = [];
  const masked = sentence.replace(LITERALS, (whole, ...rest: unknown[]) => {
    const literal = literalIn(rest.at(-1));
    if (literal === null || (literal.as === 'path' && !isFile(whole))) return whole;
    literals.push(literal);
    return ` ⟦${literals.length - 1}⟧ `;
  });
  if (/[`"“”「」«»]/.test(masked)) return null;
  const words = masked.toLowerCase().replaceAll('’', "'").replaceAll(/\s+/g, ' ');
  return { words: words.replaceAll(/ (?=[,.])/g, '').trim(), literals };
}

function isFile(word: string): boolean {
  return NAMED_FILE.test(word) && !word.includes('@') && !NO_FILE.test(word);
}

function literalIn(groups: unknown): Literal | null {
  if (typeof groups !== 'object' || groups === null) return null;
  const found = Object.entries(groups).find(([, text]) => typeof text === 'string');
  if (found === undefined) return null;
  const [name, text] = found;
  return { text: String(text), as: name === 'code' || name === 'path' ? name : 'quote' };
}
