/**
 * Characters that act on a terminal or hide from a reader: control characters (except line feeds), formatting
 * characters (zero width, direction changing), lone surrogates, private-use characters, and the separators
 * that only some readers treat as line breaks.
 */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
