export const NOT_MEASURED = 'not measured';
/** Shown for money if the price is unknown or an answer did not report its usage. */
export const NOT_KNOWN = 'not known';

/** No-break spaces keep a number, its unit and what it changed to on one line. */
const UNIT = '\u00a0s';
const ARROW = '\u00a0→\u00a0';

/**
 * Points are truncated, not rounded: a security score of 79.96 is Risky and must not read 80.0, nor 99.97
 * read 100.0.
 */
const pointsFormat = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  roundingMode: 'trunc',
});
const tokensFormat = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/**
 * Tenths of a second, or three significant digits for shorter times, so that little time does not read as
 * none.
 */
const secondsFormat = new Intl.NumberFormat('en', {
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'morePrecision',
});
const centsFormat = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
/** Amounts below ten cents have three significant digits, so that little money does not read as none. */
const partsOfCentsFormat = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

export function showPoints(value: number | null): string {
  return value === null ? NOT_MEASURED : pointsFormat.format(value);
}

export function showTokens(value: number | null): string {
  return value === null ? NOT_MEASURED : tokensFormat.format(value);
}

export function showSeconds(value: number | null): string {
  return value === null ? NOT_MEASURED : secondsFormat.format(value) + UNIT;
}

export function showUsd(value: number | null): string {
  return value === null ? NOT_KNOWN : formatUsd(value);
}

/** Shows a cost without the skill and with it, with "?" for an unknown one. */
export function showTokensChange(before: number | null, after: number | null): string {
  return showChange(before, after, tokensFormat.format) ?? NOT_MEASURED;
}

export function showSecondsChange(before: number | null, after: number | null): string {
  const change = showChange(before, after, secondsFormat.format);
  return change === null ? NOT_MEASURED : change + UNIT;
}

export function showUsdChange(before: number | null, after: number | null): string {
  return showChange(before, after, formatUsd) ?? NOT_KNOWN;
}

function showChange(
  before: number | null,
  after: number | null,
  format: (value: number) => string,
): string | null {
  if (before === null && after === null) return null;
  return [before, after].map((value) => (value === null ? '?' : format(value))).join(ARROW);
}

function formatUsd(value: number): string {
  return (value > 0 && value < 0.1 ? partsOfCentsFormat : centsFormat).format(value);
}

/** Shows a count with its noun, whose plural must end in "s". */
export function showCount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
