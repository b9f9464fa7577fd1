/** Bytes that were wrapped in others, or why nobody can say what was. */
export type Layer =
  | {
      how: string;
      bytes: Uint8Array;
      /**
       * Whether random-looking bytes count as hidden content. Decoded ones do not: a list
       * of digests in hex looks random too.
       */
      mayHide: boolean;
    }
  | { unsearched: string };
