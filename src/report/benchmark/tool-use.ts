import { countedCalls } from '../../contracts/transcript.ts';
import type { TrialRecord } from '../../contracts/trial-record.ts';

export type ToolUse = { tool_calls: number; errors?: number };

/**
 * How often the agent of each trial called a tool, and how many calls came to an error. Some wires mark no errors, so that none is
 * the same as not known.
 */
export function toolUseOf(records: readonly TrialRecord[]): ReadonlyMap<string, ToolUse> {
  return new Map(
    records.flatMap(({ trial, result }): [string, ToolUse][] => {
      if (result.status !== 'measured') return [];
      const { transcript } = result.evidence;
      const calls = countedCalls(transcript);
      const errors = transcript.events.filter(
        (event) => event.kind === 'tool-result' && event.isError,
      ).length;
      return [[trial.id, { tool_calls: calls.length, ...(errors === 0 ? {} : { errors }) }]];
    }),
  );
}
