import type { TextFile } from '../../skill/text-file.ts';

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

export type Language =
  | 'bash'
  | 'python'
  | 'javascript'
  | 'typescript'
  | 'tsx'
  | 'powershell'
  | 'markup'
  | 'data'
  | 'other';

/** How a hidden text was reached, outermost first: `base64`, `hex`, … */
export type EncodingLayer = { encoding: string; decoded: string };

/** A stretch of a file that is read in one way. What was decoded from it is a region of its own. */
export type Region = {
  kind: RegionKind;
  file: TextFile;
  text: string;
  /** Where `text` begins in the file; of decoded text, where its encoded form begins. */
  offset: number;
  /** Of code and scripts; null where it is not said. */
  language: Language | null;
  /** Titles of the headings above, outermost first, without the title of the document. */
  headings: readonly string[];
  /** The text just before a code block or list: what introduces it. */
  lead: string;
  /** Empty where the text stands in the file as it is. */
  layers: readonly EncodingLayer[];
};

/** Text written to be read as a sentence, by the agent or by a person. */
export function isProse({ kind }: Region): boolean {
  return kind !== 'code' && kind !== 'script' && kind !== 'data';
}
