/**
 * More combining marks on a letter than any writing system uses; the Stream-Safe Text Format draws the line
 * there too (UAX #15, section 13).
 */
const MARKS_TOO_MANY = /(?<=[\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]{1,1000}/gv;

/**
 * Text in a Unicode normalisation form, without the marks that are too many: normalisation puts marks in order, which takes
 * quadratic time, and nothing can interrupt it.
 */
export function normalised(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(MARKS_TOO_MANY, '').normalize(form);
}
