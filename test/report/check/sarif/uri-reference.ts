/** RFC 3986, appendix A. */
const PCT = '%[0-9A-Fa-f]{2}';
const CHAR = "[\\w.~!$&'()*+,;=-]";
const PCHAR = `(?:${CHAR}|[:@]|${PCT})`;
const HOST = `(?:\\[[0-9A-Fa-f:.]+\\]|(?:${CHAR}|${PCT})*)`;
const AUTHORITY = `(?:(?:${CHAR}|:|${PCT})*@)?${HOST}(?::\\d*)?`;
const TAIL = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`;

const SCHEME = '[A-Za-z][A-Za-z0-9+.-]*:';
const ABEMPTY = `(?:/${PCHAR}*)*`;
const ABSOLUTE = `/(?:${PCHAR}+${ABEMPTY})?`;

/** Without a scheme, a colon in the first segment would make one of what stands before it. */
const FIRST = `(?:${CHAR}|@|${PCT})+`;

export const URI_REFERENCE = new RegExp(
  [
    `^(?:${SCHEME})?//${AUTHORITY}${ABEMPTY}${TAIL}$`,
    `^(?:${SCHEME})?${ABSOLUTE}${TAIL}$`,
    `^${SCHEME}(?:${PCHAR}+${ABEMPTY})?${TAIL}$`,
    `^(?:${FIRST}${ABEMPTY})?${TAIL}$`,
  ].join('|'),
);
