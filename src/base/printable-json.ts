import { UNSEEN } from './unseen.ts';

/** JSON for people and programs: it parses back to the same value and is safe to show on a terminal. */
export function printableJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}

/** The same on a single line, for files that hold one value per line. */
export function printableJsonLine(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value))}\n`;
}

function escapeUnseen(json: string): string {
  return json.replace(UNSEEN, escapeUnits);
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
