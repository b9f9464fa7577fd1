/** Limits on how much of a skill is parsed. Beyond them only patterns are searched, to bound the time. */
export const MAX_PARSED = 250_000;
export const MAX_PARSES = 1_000;
export const MAX_PARSED_AT_ONCE = 100_000;
/** The characters of telling lines that are parsed of whatever exceeds these limits. */
export const MAX_TELLING_LINES = 50_000;
/** Commands of shells that are parsed one by one, because the grammar cannot read the scripts that they are in. */
export const MAX_PIECES = 4_000;
/** The characters of these commands; one within another counts again. */
export const MAX_PARSED_IN_PIECES = 300_000;
