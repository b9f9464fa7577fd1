import type { ArmResult } from '../../contracts/scorecard.ts';
import { totalTokens } from '../../contracts/transcript.ts';

export type ArmCost = { tokens: number | null; seconds: number | null; usd: number | null };

export function costOf({ usage, seconds, costUsd }: ArmResult): ArmCost {
  return { tokens: usage === null ? null : totalTokens(usage), seconds, usd: costUsd };
}
