export type ParsedJson =
  | { status: 'parsed'; value: unknown }
  | { status: 'broken'; detail: string; line: number; column: number };

/** Parses JSON in UTF-8 (RFC 8259). A byte order mark is ignored, as clients do. */
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
