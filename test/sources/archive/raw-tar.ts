const BLOCK = 512;

export type RawMember = {
  name: string;
  type?: string;
  content?: string | Uint8Array;
  /** The size field, where it is to differ from the content. */
  size?: string;
  mode?: string;
  owner?: string;
  linkname?: string;
  magic?: string;
  prefix?: string;
};

const END = Buffer.alloc(2 * BLOCK);

/** A tar of exactly these headers and contents, which no library would write. */
export function rawTar(members: readonly RawMember[], end: Uint8Array = END): Uint8Array {
  return new Uint8Array(Buffer.concat([...members.map(memberOf), end]));
}

/** The records of an extended header. */
export function paxOf(records: Readonly<Record<string, string>>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = Buffer.byteLength(` ${key}=${value}\n`);
      const digits = [1, 2, 3, 4, 5, 6, 7].find((count) => `${rest + count}`.length === count) ?? 8;
      return `${rest + digits} ${key}=${value}\n`;
    })
    .join('');
}

function memberOf({ name, content = '', magic = 'ustar\x0000', ...rest }: RawMember): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(rest.mode ?? '0000644\0', 100, 'latin1');
  header.write(rest.owner ?? '', 108, 'latin1');
  header.write(rest.size ?? `${body.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
  header.write(rest.type ?? '0', 156);
  header.write(rest.linkname ?? '', 157);
  header.write(magic, 257, 'latin1');
  header.write(rest.prefix ?? '', 345);
  header.write(' '.repeat(8), 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}
