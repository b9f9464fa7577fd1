import { digestOf } from '../../base/digest.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { Files, ForeignSource } from '../foreign-format.ts';
import { isOfEvals } from './find-evals.ts';

/** Shorter files are alike by chance. */
const TELLING_BYTES = 16;

type Stripped = { files: Files; losses: Omit<Loss, 'file'>[] };

/**
 * The skill as an agent may see it: its evals hold the outcomes that are expected. A copy of one of their files under
 * another name is left out as well.
 */
export function skillWithoutEvals({ skill }: Pick<ForeignSource, 'skill'>, evals: Uint8Array): Stripped {
  if (skill === null) {
    const detail =
      'There is no skill around the evals. Put it into the folder skill/, or run with --skill SOURCE.';
    return { files: [], losses: [{ place: '', effect: 'incomplete', detail }] };
  }
  const ofEvals = skill.filter(({ path }) => isOfEvals(path));
  const telling = [evals, ...ofEvals.map(({ content }) => content)].filter(
    ({ length }) => length >= TELLING_BYTES,
  );
  const digests = new Set(telling.map((content) => digestOf(content)));
  const files = skill.filter(({ path, content }) => !isOfEvals(path) && !digests.has(digestOf(content)));
  const count = skill.length - files.length;
  if (count === 0) return { files, losses: [] };
  const shown = `${count} ${count === 1 ? 'file' : 'files'}`;
  const detail = `The skill is measured without its evals (${shown}), which say what is expected.`;
  return { files, losses: [{ place: '', effect: 'changed', detail }] };
}
