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
      const { events } = result.evidence.transcript;
      const calls = events.filter((event) => event.kind === 'tool-call' && event.onlyInHistory !== true);
      const errors = events.filter((event) => event.kind === 'tool-result' && event.isError).length;
      return [[trial.id, { tool_calls: calls.length, ...(errors === 0 ? {} : { errors }) }]];
    }),
  );
}
