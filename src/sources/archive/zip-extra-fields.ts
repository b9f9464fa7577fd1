import { excerptOf } from '../../checks/findings/excerpt.ts';
import { twoReadings } from './two-readings.ts';

export type ExtraFields = ReadonlyMap<number, Buffer>;

const ZIP64 = 0x0001;
const UNICODE_NAME = 0x7075;

/** Fields in which some programs find another kind, mode or link target (PKWARE Unix, ASi Unix, libarchive's own). */
const OTHER_KINDS: ReadonlySet<number> = new Set([0x000d, 0x756e, 0x6c78]);

/** Reads the extra fields of a header. Another name in them would be the name for some programs only. */
export function extraFields(extra: Buffer, { name, at }: { name: Buffer; at: number }): ExtraFields {
  const place = `${excerptOf(name.toString())} (at byte ${at})`;
  const fields = new Map<number, Buffer>();
  for (let start = 0; start + 4 <= extra.length; ) {
    const [id, length] = [extra.readUInt16LE(start), extra.readUInt16LE(start + 2)];
    const value = extra.subarray(start + 4, start + 4 + length);
    if (value.length !== length)
      throw twoReadings({ place, expected: 'whole extra fields', found: 'half of one' });
    if (OTHER_KINDS.has(id) || ((id === ZIP64 || id === UNICODE_NAME) && fields.has(id))) {
      const found = `the field 0x${id.toString(16)}`;
      throw twoReadings({ place, expected: 'extra fields that every program reads alike', found });
    }
    fields.set(id, value);
    start += 4 + length;
  }
  const other = fields.get(UNICODE_NAME)?.subarray(1 + 4);
  if (other === undefined || other.equals(name)) return fields;
  throw twoReadings({
    place,
    expected: 'one name',
    found: `also ${JSON.stringify(excerptOf(other.toString()))}`,
  });
}

const FULL_32 = 0xffffffff;

/** Values of which those that do not fit are in the ZIP64 field, in their order (APPNOTE.TXT 4.5.3). */
export function zip64Values(written: readonly number[], fields: ExtraFields, at: number): number[] {
  const field = fields.get(ZIP64);
  let start = 0;
  return written.map((value) => {
    if (value !== FULL_32) return value;
    if (field === undefined || start + 8 > field.length) {
      const place = `The header at byte ${at}`;
      throw twoReadings({ place, expected: 'a size in a ZIP64 field', found: 'none' });
    }
    start += 8;
    return Number(field.readBigUInt64LE(start - 8));
  });
}
