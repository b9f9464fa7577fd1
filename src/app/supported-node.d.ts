/** Plain JavaScript, because the launcher asks it on versions of Node that can read nothing else of ours. */
declare module '#supported-node' {
  const supportedNode: {
    isSupported(version: string): boolean;
    /** In words, which versions are supported. */
    needed: string;
  };
  export = supportedNode;
}
