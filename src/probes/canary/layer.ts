/** Bytes that were wrapped up in others, or why nobody can say what was. */
export type Layer =
  | {
      how: string;
      bytes: Uint8Array;
      /** Whether bytes that look random were put there: a list of digests in hex decodes to some, too. */
      mayHide: boolean;
    }
  | { unsearched: string };
