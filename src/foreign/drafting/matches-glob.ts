import { compilePattern, patternFault } from '../../base/compile-pattern.ts';

const PARTS_OF_PATTERN: Record<string, string> = { '*': '[^/]*', '?': '[^/]', '**': '.*' };

/**
 * Whether a path matches a pattern with `*`, `**`, `?` and sets of characters such as `[a-c]`, `[!a]` and `[^a]`. It takes
 * linear time, whatever the pattern is.
 */
export function matchesGlob(glob: string): (path: string) => boolean {
  const parts = glob.match(/\*\*|[*?]|\[[!^]?\]?[^\]]{0,200}\]|./gs) ?? [];
  const text = parts.map((part) => PARTS_OF_PATTERN[part] ?? asText(part)).join('');
  if (patternFault(text) !== null) return () => false;
  const pattern = compilePattern(`^${text}$`, { isByLine: false });
  return (path) => pattern.test(path);
}

function asText(part: string): string {
  const [, not, characters] = /^\[([!^]?)(.+)\]$/s.exec(part) ?? [];
  if (characters === undefined) return part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const set = characters.replace(/[\\^[\]]/g, '\\$&');
  // No set of characters matches what separates folders.
  return not === '' ? `[${set}]` : `[^/${set}]`;
}
