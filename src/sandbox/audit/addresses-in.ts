import { outsideStrings } from './outside-strings.ts';
import { type Call, unescapeBytes } from './parse-call.ts';

/** The internet addresses to which a call leads, and whether it has an address that could not be read. */
export type Addresses = { internet: string[]; hasUnread: boolean };

/** Reads addresses outside strings only: the data that is sent may look like an address. */
export function addressesIn({ name, text }: Call): Addresses {
  const found: Addresses = { internet: [], hasUnread: false };
  for (const { token, at } of outsideStrings(text, TOKEN)) {
    const address = token === ADDRESS ? readAddress(name, text.slice(at, at + LONGEST_ADDRESS)) : null;
    if (address === null) found.hasUnread = true;
    else if (address !== LOCAL) found.internet.push(address);
  }
  return found;
}

const ADDRESS = '{sa_family=';
/** No socket address has more than 128 bytes, each of which is printed as four characters at most. */
const LONGEST_ADDRESS = 1024;
/** Represents an address that leads to no host. */
const LOCAL = 'local';

/**
 * A number instead of a structure is the address at which the tracer could not read it. A number of two digits is a byte
 * of a control message, because no program has memory at so low an address.
 */
const TOKEN = /\{sa_family=|(?:, |msg_name=|\/\* )0x[0-9a-f]{3,}\b(?! \/\*)/;

/** Returns `null` if the form of the address is unknown. */
function readAddress(call: string, text: string): string | null {
  const { groups = {} } = KNOWN.exec(text) ?? {};
  const { v4, v4Port, v6, v6Port, bytes, local } = groups;
  if (v4 !== undefined) return `${v4}:${v4Port}`;
  if (v6 !== undefined) return `[${v6}]:${v6Port}`;
  if (local !== undefined) return LOCAL;
  // With such an address `connect` dissolves a connection; other calls read it as an address of IP version 4.
  if (text.startsWith('{sa_family=AF_UNSPEC') && call === 'connect') return LOCAL;
  return bytes === undefined ? null : readIpv4(unescapeBytes(bytes));
}

const KNOWN = new RegExp(
  [
    String.raw`^\{sa_family=AF_INET, sin_port=htons\((?<v4Port>\d+)\), sin_addr=inet_addr\("(?<v4>[\d.]+)"\)`,
    String.raw`^\{sa_family=AF_INET6, sin6_port=htons\((?<v6Port>\d+)\), [^"]*inet_pton\(AF_INET6, "(?<v6>[^"]*)"`,
    String.raw`^\{sa_family=(?<local>AF_UNIX|AF_NETLINK)\b`,
    String.raw`^\{sa_family=AF_UNSPEC, sa_data="(?<bytes>(?:[^"\\]|\\.)*)"`,
  ].join('|'),
);

function readIpv4(bytes: Buffer): string | null {
  if (bytes.length < 6) return null;
  return `${[...bytes.subarray(2, 6)].join('.')}:${bytes.readUInt16BE()}`;
}
