/** The longest path that Linux follows. */
export const PATH_MAX = 4096;
