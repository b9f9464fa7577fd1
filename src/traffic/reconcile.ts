import type { StreamReading } from '../contracts/agent-stream.ts';
import type { ModelCall } from '../contracts/model-call.ts';
import { labelOf, type RequestLabel } from '../contracts/side-requests.ts';
import type { Usage } from '../contracts/transcript.ts';
import type { Account, ReportedCall, StreamReader } from './agent-account.ts';
import { UsageMeter } from './usage-meter.ts';

/** A call of a tool as the wire shows it, in an answer that came whole to a request that offered the tool. */
export type WireCall = { tool: string; id: string; label: RequestLabel };

export type OnTheWire = { modelCalls: readonly ModelCall[]; toolCalls: readonly WireCall[] };

/** Differences that are named one by one. */
const MOST_NAMED = 5;
const LONGEST_NAME = 80;

/**
 * Compares what an agent says about its work with what went over the wire. The wire is right: a remark says that something else spoke
 * in the agent's name, or that the agent counts otherwise.
 */
export function reconcile(account: Account, wire: OnTheWire, reader: StreamReader): StreamReading {
  const covered = new Set(reader.covers);
  const asked = wire.modelCalls.filter((call) => covered.has(labelOf(call)));
  const made = wire.toolCalls.flatMap(({ label, tool, id }) => {
    const name = reader.nameOf === undefined ? tool : reader.nameOf(tool);
    return name === null ? [] : [{ tool: name, id, label }];
  });
  const shown = new Set(reader.shows ?? reader.covers);
  const remarks = [
    ...remarksOnTokens(account.usage, asked),
    ...remarksOnCalls(account.calls, { made, toShow: made.filter(({ label }) => shown.has(label)) }),
  ];
  return { usage: account.usage, toolCalls: account.calls.length, remarks };
}

/** Each request may be off by one, because some agents round. What one of the two does not know is no disagreement. */
function remarksOnTokens(said: Usage | null, asked: readonly ModelCall[]): string[] {
  if (said === null) return [];
  const meter = new UsageMeter();
  for (const call of asked) meter.add(call);
  const counts = [
    ['input', said.inputTokens, meter.usage.inputTokens],
    ['output', said.outputTokens, meter.usage.outputTokens],
  ] as const;
  return counts.flatMap(([what, own, metered]) => {
    if (own === null || metered === null || Math.abs(own - metered) <= asked.length) return [];
    return [`its own events say ${own} ${what} tokens, and its requests took ${metered}`];
  });
}

function remarksOnCalls(
  said: readonly ReportedCall[],
  { made, toShow }: { made: readonly ReportedCall[]; toShow: readonly ReportedCall[] },
): string[] {
  const hasIds = said.every(({ id }) => id !== null);
  const nameOf = ({ tool, id }: ReportedCall) =>
    hasIds ? `${short(tool)} (${short(id ?? '')})` : short(tool);
  return [
    ...remarkOn(missing(toShow.map(nameOf), said.map(nameOf)), 'its own events lack calls of its model'),
    ...remarkOn(
      missing(said.map(nameOf), made.map(nameOf)),
      'its own events show calls that its model did not make',
    ),
  ];
}

/** The names that the second list lacks, each as often as it lacks it. */
function missing(names: readonly string[], from: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const name of from) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

function remarkOn(names: readonly string[], what: string): string[] {
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`${what}: ${names.slice(0, MOST_NAMED).join(', ')}${more}`];
}

function short(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
