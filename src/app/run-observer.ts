import type { RunProgress } from './track-progress.ts';

/** Receives what a run reports while it goes on. */
export type RunObserver = {
  /** Receives a line about what happens before and around the trials. */
  say(line: string): void;
  progress(progress: RunProgress): void;
};
