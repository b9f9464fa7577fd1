import { posix } from 'node:path';
import { findingAt } from '../findings/finding-at.ts';
import type { Check, RawFinding, Rule } from '../findings/rule.ts';
import { referencesIn } from '../skill/references-in.ts';
import { positionAt, type TextFile } from '../skill/text-file.ts';
import { SPECIFICATION } from './reference.ts';

const rule: Rule = {
  id: 'spec/references-shallow',
  title: 'A file is reached only through another file',
  severity: 'info',
  why: 'Agents follow a chain of references unreliably, and often read only the beginning of each file on the way.',
  remedy: 'Refer to the file from SKILL.md too, and say there when it is needed.',
  owasp: [],
  reference: `${SPECIFICATION}: file references are kept one level deep`,
};

/** Follows the references of the body one step further. */
export const referencesShallow: Check = {
  rules: [rule],
  check({ document, files }) {
    if (document === null) return [];
    const byPath = new Map(files.map((file) => [file.path, file]));
    const direct = new Set(document.references.map(({ target }) => target));
    const named = [...direct].map((target) => byPath.get(target)).filter((file) => file !== undefined);
    const isReachedOnlyHere = (path: string) =>
      byPath.has(path) && !direct.has(path) && path !== document.file.path;
    return named.filter(isMarkdown).flatMap((file) => furtherFrom(file, isReachedOnlyHere));
  },
};

function furtherFrom(file: TextFile, isReachedOnlyHere: (path: string) => boolean): RawFinding[] {
  return referencesIn(file.text).flatMap(({ target, offset }) => {
    const path = posix.join(posix.dirname(file.path), target);
    if (!isReachedOnlyHere(path)) return [];
    const title = `"${path}" is reached only through ${file.path}`;
    return [findingAt(file, positionAt(file, offset), { rule, title })];
  });
}

function isMarkdown({ path }: TextFile): boolean {
  return path.toLowerCase().endsWith('.md');
}
