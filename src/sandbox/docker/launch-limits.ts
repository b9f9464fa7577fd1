/**
 * For a program of ours that an idle machine runs in milliseconds, and for an answer from one. A machine may be hundreds of times
 * slower under load, some of which may be another trial's: what is lost by this limit counts against whoever worked there.
 */
export const LAUNCH_LIMIT_MS = 120_000;
export const OUTPUT_LIMIT_BYTES = 64 * 1024;
