/**
 * Characters that act on a terminal or hide from a reader: control (but for the end of a line), formatting (zero width,
 * direction changing), lone surrogate and private-use characters, and the separators that only some readers break at.
 */
export const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
