/** Says in the same breath that it is no score. */
export function describePartialCredit(share: number | undefined, of = ''): string | null {
  if (share === undefined) return null;
  const shown = Math.round(100 * share);
  const what = of === '' ? 'Partial credit' : `Partial credit ${of}`;
  return `${what}: ${shown} %, for reading only. Scores count passed or failed.`;
}
