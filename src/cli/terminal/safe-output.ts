import { UNSEEN } from '../../base/unseen.ts';

/** Matches colours as `report/terminal/paint.ts` writes them. No other sequence gets through. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d{1,2}m)`);

/**
 * The last check of all output. Text that was not made safe before can still neither move the cursor nor hide
 * or reorder what is shown; safe text passes unchanged.
 */
export function safeOutput(text: string, colour: boolean): string {
  return text
    .split(COLOUR)
    .map((part, index) => (index % 2 === 0 ? part.replace(UNSEEN, '') : colour ? part : ''))
    .join('');
}
