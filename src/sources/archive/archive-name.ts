export const ARCHIVE_NAME = /\.(zip|skill|tar|tgz|tar\.gz)$/i;
