import { kindOf, LEFT_QUOTE, LETTER, LINE_END, QUOTE, RIGHT_QUOTE, STOP } from './character-kind.ts';
import { Word } from './word.ts';

export type Sentence = readonly Word[];

const MAX_WORDS = 120;

/**
 * Visits the sentences of a text one by one, so that a book takes no more memory than a page. With `byLine`,
 * a line break ends a sentence, as in code, data and frontmatter.
 */
export function eachSentence(text: string, byLine: boolean, visit: (sentence: Sentence) => void): void {
  let words: Word[] = [];
  let quote = 0;
  const endSentence = () => {
    if (words.length > 1) visit(words);
    words = [];
    quote = 0;
  };
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === LETTER) {
      const word = new Word(text, at, quote !== 0);
      words.push(word);
      at = word.end;
      if (words.length >= MAX_WORDS || word.endsSentence) endSentence();
      continue;
    }
    if (kind === QUOTE) quote = nextQuote(quote, code);
    else if ((kind === STOP && quote === 0) || (kind === LINE_END && byLine)) endSentence();
    at++;
  }
  endSentence();
}

/** The character that closes the open quotation; 0 if none is open. */
function nextQuote(open: number, code: number): number {
  if (open === 0) return code === LEFT_QUOTE ? RIGHT_QUOTE : code;
  return open === code ? 0 : open;
}
