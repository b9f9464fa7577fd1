import type { YamlRemark } from '../../base/yaml-tree.ts';
import type { Slice } from './split-frontmatter.ts';

/** A top-level `key: value` with a plain value: it begins with no character that is special in YAML. */
const PLAIN_ENTRY = /^([\w.-]+)(:[ \t]+)([^\s"'|>[\]{}&*!#%@`-].*)$/;

/**
 * Quotes the plain values that contain a colon followed by a space, which YAML reads as the start of another
 * mapping. Lines, and the columns at which keys and values begin, do not change.
 */
export function quoteColons({ text, firstLine }: Slice): { text: string; changes: YamlRemark[] } {
  const changes: YamlRemark[] = [];
  const lines = text.split('\n').map((line, index) => {
    const [, key = '', separator = '', value = ''] = PLAIN_ENTRY.exec(line) ?? [];
    if (!/:(\s|$)/.test(value)) return line;
    const column = key.length + separator.length + 1;
    changes.push({ text: key, at: { line: firstLine + index, column } });
    return `${key}${separator}${JSON.stringify(value.trimEnd())}`;
  });
  return { text: lines.join('\n'), changes };
}
