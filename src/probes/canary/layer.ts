/** Bytes that were wrapped up in others, or why nobody can say what was. */
export type Layer = { how: string; bytes: Uint8Array } | { unsearched: string };
