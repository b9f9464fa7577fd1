/** A filter that a stream of bytes passes through. */
export type ByteFilter = {
  pass(bytes: Uint8Array): Uint8Array;
  /** Returns what was held back until it was clear that no more bytes come. */
  last(): Uint8Array;
};
