/** What bytes pass on their way. */
export type ByteFilter = {
  pass(bytes: Uint8Array): Uint8Array;
  /** What was kept back until it was clear that nothing more comes. */
  last(): Uint8Array;
};
