export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A key as it is compared: `expectedOutput`, `expected-output` and `expected_output` are the same to their authors. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The fields of an object from outside. It notes which of them were asked for, so that the others can be listed. */
export class FieldReader {
  readonly #fields: ReadonlyMap<string, { key: string; value: unknown }>;
  readonly #read = new Set<string>();

  constructor(fields: Fields) {
    const entries = Object.entries(fields).map(([key, value]) => [plainKey(key), { key, value }] as const);
    this.#fields = new Map(entries.toReversed());
  }

  /** All of these fields that are there and not empty, in the order of the names, which are plain. */
  take(names: readonly string[]): { key: string; value: unknown }[] {
    return names.flatMap((name) => {
      const field = this.#fields.get(name);
      if (field === undefined) return [];
      this.#read.add(name);
      return isEmpty(field.value) ? [] : [field];
    });
  }

  /** The first of these fields that is a text, which may be empty. */
  rawText(names: readonly string[]): string | null {
    this.take(names);
    const values = names.map((name) => this.#fields.get(name)?.value);
    return values.find((value) => typeof value === 'string') ?? null;
  }

  /** The first of these fields that is a text with something in it. */
  text(names: readonly string[]): string | null {
    const texts = this.take(names).map(({ value }) => textOf(value));
    return texts.find((text) => text !== null) ?? null;
  }

  /** What nobody has asked for, apart from empty fields. */
  rest(): { key: string; value: unknown }[] {
    const others = [...this.#fields].filter(([name]) => !this.#read.has(name));
    return others.map(([, field]) => field).filter(({ value }) => !isEmpty(value));
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }
}

/** A text with something in it, or a number; `null` for anything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.keys(value).length === 0;
}
