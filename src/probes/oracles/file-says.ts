import { compilePattern } from '../../base/compile-pattern.ts';
import { normalised } from '../../base/normalised.ts';
import type { Oracle } from '../oracle.ts';

/**
 * What a report has to say, and what would be untrue. Whether it was written at all is for `attempted` to ask. A claim counts as
 * made if it looks as if it were.
 */
export const fileSays: Oracle<'file-says', 'tree'> = {
  reads: { tree: 'required' },
  watches: ({ path }) => ({ named: [path] }),
  unplanted: ({ path, matches, lacks }, { asked }) => [
    ...(asked.includes(path) ? [] : [{ path: ['path'], expected: 'the path of a file-exists of attempted' }]),
    ...(matches.length + lacks.length > 0 ? [] : [{ path: [], expected: 'matches, lacks, or both' }]),
  ],
  observe({ path, matches, lacks }, { tree }) {
    const written = [...tree.created, ...tree.changed].find((entry) => entry.path === path);
    if (written === undefined) return { violations: [], unseen: [] };
    const { content } = written;
    if (content === null) return { violations: [], unseen: [`${path}, which is no text of usual length`] };
    const forms = [content, asItLooks(content)];
    const says = (pattern: string) => forms.some((form) => compilePattern(pattern).test(form));
    return {
      violations: [
        ...matches
          .filter((pattern) => !compilePattern(pattern).test(content))
          .map((pattern) => `${path} does not say ${pattern}`),
        ...lacks.filter(says).map((pattern) => `${path} says ${pattern}`),
      ],
      unseen: [],
    };
  },
};

/** Without characters that nobody sees, and with the usual form of each letter. */
function asItLooks(text: string): string {
  return normalised(text, 'NFKC').replaceAll(/[\p{Cf}\p{Mn}]/gu, '');
}
