export const LAUNCH_LIMIT_MS = 60_000;
export const OUTPUT_LIMIT_BYTES = 64 * 1024;
