/** Linux follows no longer path. */
export const MAX_PATH_CHARACTERS = 4096;
