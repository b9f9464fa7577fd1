import type { EncodingLayer } from '../regions/region.ts';
import type { ParsedLanguage } from '../syntax/script-parser.ts';

/** Code that is a string inside other code: `sh -c '…'`, `os.system("…")`, or a decoded literal. */
export type InnerCode = {
  language: ParsedLanguage;
  text: string;
  /** The position in the region. */
  offset: number;
  layers: readonly EncodingLayer[];
};
