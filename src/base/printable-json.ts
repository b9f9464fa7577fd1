/** Characters that JSON allows in a string as they are, and that would act on a terminal or hide from a reader. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON for people and programs: reads back as the value, and is safe to show on a terminal. */
export function printableJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNSEEN, escapeUnits)}\n`;
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
