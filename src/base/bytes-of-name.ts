import { Buffer } from 'node:buffer';

/** Encodes a file name. The bytes of a name that is not UTF-8 are its lone surrogates, as in Python. */
export function bytesOfName(name: string): Buffer {
  if (name.isWellFormed()) return Buffer.from(name);
  return Buffer.concat(
    name
      .split(/([\ud800-\udfff]+)/u)
      .map((piece, index) =>
        index % 2 === 0 ? Buffer.from(piece) : Buffer.from(piece, 'utf16le').filter((_, at) => at % 2 === 0),
      ),
  );
}
