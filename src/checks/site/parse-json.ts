export type ParsedJson =
  | { status: 'parsed'; value: unknown }
  | { status: 'broken'; detail: string; line: number; column: number };

/** JSON in UTF-8, as RFC 8259 has it. A byte order mark is passed over, as clients do. */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = new TextDecoder().decode(bytes);
  try {
    return { status: 'parsed', value: JSON.parse(text) };
  } catch (thrown) {
    const detail = thrown instanceof SyntaxError ? thrown.message : String(thrown);
    const [, line = '1', column = '1'] = /\(line (\d+) column (\d+)\)/.exec(detail) ?? [];
    return { status: 'broken', detail, line: Number(line), column: Number(column) };
  }
}
