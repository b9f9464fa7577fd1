import type { RequestLabel } from '../contracts/side-requests.ts';
import type { Usage } from '../contracts/transcript.ts';

/** A call of a tool; the id is null where the agent does not repeat that of its model. */
export type ReportedCall = { tool: string; id: string | null };

/** What an agent says about its own work. Anything in its sandbox can make it say something else. */
export type Account = { usage: Usage | null; calls: readonly ReportedCall[] };

/** How the events that an agent prints are understood. */
export type StreamReader = {
  /** Takes the events of each start of the program, in their order. */
  read(starts: readonly (readonly unknown[])[]): Account;
  /** The requests whose tokens they cover. */
  readonly covers: readonly RequestLabel[];
  /** The requests whose calls they show, all of them; by default those that they cover. Of the others they may show some. */
  readonly shows?: readonly RequestLabel[];
  /** What they call the tool that a model has called, or `null` if they do not show its calls; by default all tools by their names. */
  readonly nameOf?: (tool: string) => string | null;
};
