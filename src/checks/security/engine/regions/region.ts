import type { TextFile } from '../../../skill/text-file.ts';
import type { Language } from '../readings/language.ts';

export type RegionKind =
  | 'frontmatter'
  | 'heading'
  | 'prose'
  | 'list-item'
  | 'quote'
  | 'table'
  | 'code'
  | 'comment'
  | 'script'
  | 'data';

/** An encoding that hid a text; a list has the outermost first: `base64`, `hex`, … */
export type EncodingLayer = { encoding: string; decoded: string };

/** A part of a file that is read in one way. Text decoded from it is a region of its own. */
export type Region = {
  kind: RegionKind;
  file: TextFile;
  text: string;
  /** Where `text` begins in the file; for decoded text, where its encoded form begins. */
  offset: number;
  /** The language of code and scripts; null if it is not stated. */
  language: Language | null;
  /** The titles of the headings above, outermost first, without the title of the document. */
  headings: readonly string[];
  /** The text just before a code block or list, which introduces it. */
  lead: string;
  /** Empty if the text is in the file as it is. */
  layers: readonly EncodingLayer[];
};

/** Text that is written to be read as sentences, by the agent or by a person. */
export function isProse({ kind }: Region): boolean {
  return kind !== 'code' && kind !== 'script' && kind !== 'data';
}
