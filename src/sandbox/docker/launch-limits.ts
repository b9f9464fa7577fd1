/**
 * The limit for a program of ours that an idle machine runs in milliseconds, and for its answer. A machine
 * may be hundreds of times slower under load, some of which may come from another trial: what is lost because
 * of this limit counts against whoever worked there.
 */
export const LAUNCH_LIMIT_MS = 120_000;
export const OUTPUT_LIMIT_BYTES = 64 * 1024;
