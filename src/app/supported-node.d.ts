/**
 * This is plain JavaScript, because the launcher loads it on versions of Node that cannot run the rest of
 * Assay.
 */
declare module '#supported-node' {
  const supportedNode: {
    isSupported(version: string): boolean;
    /** The supported versions, in words. */
    needed: string;
  };
  export = supportedNode;
}
