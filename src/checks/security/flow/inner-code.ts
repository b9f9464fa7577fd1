import type { EncodingLayer } from '../regions/region.ts';
import type { ParsedLanguage } from '../syntax/script-parser.ts';

/** Code that stands as a text inside other code: `sh -c '…'`, `os.system("…")`, what a literal decodes to. */
export type InnerCode = {
  language: ParsedLanguage;
  text: string;
  /** Where it stands in the region. */
  offset: number;
  layers: readonly EncodingLayer[];
};
