/** PATH_MAX on Linux: no longer path is followed. */
export const MAX_PATH_CHARACTERS = 4096;
