/** One text that the judge sees. A quote counts only if it stands in an answer or a file. */
export type Part = {
  /** `given` is a file that the agent left as it was. */
  kind: 'answer' | 'file' | 'given';
  name: string;
  /** All of it, or what stands before and after what is left out. */
  pieces: readonly string[];
};

/** What the judge sees, and remarks on what it does not. */
export type Work = {
  parts: readonly Part[];
  notes: readonly string[];
  /** The number of characters that are left out because they repeat the skill. */
  repeated: number;
  /** Whether the judge sees the whole of every text that the agent made. */
  isWhole: boolean;
  /** Whether nothing else is left of what the agent made. */
  isNothingElse: boolean;
};

/** It is the same whatever the reason is, so that it does not tell the arm. */
const LEFT_OUT = '\n… some characters are left out here …\n';

export function shownText({ pieces }: Part): string {
  return pieces.join(LEFT_OUT);
}
