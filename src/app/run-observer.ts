import type { RunProgress } from './track-progress.ts';

/** What a run tells whoever watches it. */
export type RunObserver = {
  /** A line about what happens before and around the trials. */
  say(line: string): void;
  progress(progress: RunProgress): void;
};
