/**
 * Returns one spelling for a host that can be written in many ways: in another case, with a dot at the end, in letters of other
 * alphabets, as an IPv4 address in octal, hex or one number, or within an IPv6 address. What is no host stays as it is.
 */
export function canonicalHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const asUrl = `http://${bare.includes(':') ? `[${bare}]` : bare}/`;
  if (!URL.canParse(asUrl)) return bare.toLowerCase();
  const { hostname } = new URL(asUrl);
  return withinIpv6(hostname) ?? hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** The IPv4 address in `::ffff:a9fe:a9fe`, or in `64:ff9b::a9fe:a9fe`, which a translator takes for it. */
function withinIpv6(hostname: string): string | null {
  const [, high = '', low = ''] = /^\[(?:::ffff|64:ff9b:):([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? [];
  if (high === '') return null;
  const bytes = [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255]);
  return bytes.join('.');
}
