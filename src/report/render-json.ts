import { printableJson } from '../base/printable-json.ts';
import type { Scorecard } from '../contracts/scorecard.ts';

export function renderJson(scorecard: Scorecard): string {
  return printableJson(scorecard);
}
