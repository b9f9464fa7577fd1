import { digestOf } from '../../base/digest.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { Files } from '../foreign-format.ts';
import { isOfEvals } from './find-evals.ts';

/** Shorter files are alike by chance. */
const TELLING_BYTES = 16;

/**
 * The files of a skill that an agent may see: its evals hold the outcomes that are expected. A copy of one of their files
 * under another name is left out as well.
 */
export function withoutEvals(skill: Files): Files {
  const ofEvals = skill.filter(({ path, content }) => isOfEvals(path) && content.length >= TELLING_BYTES);
  const digests = new Set(ofEvals.map(({ content }) => digestOf(content)));
  return skill.filter(({ path, content }) => !isOfEvals(path) && !digests.has(digestOf(content)));
}

/** What there is to say about the skill that is measured. */
export function aboutSkill(skill: Files | null, measured: Files): Omit<Loss, 'file'>[] {
  const absent =
    'There is no skill around the evals. Put it into the folder skill/, or run with --skill SOURCE.';
  if (skill === null) return [{ place: '', effect: 'incomplete', detail: absent }];
  const count = skill.length - measured.length;
  const shown = `${count} ${count === 1 ? 'file' : 'files'}`;
  const detail = `The skill is measured without its evals (${shown}), which say what is expected.`;
  return count === 0 ? [] : [{ place: '', effect: 'changed', detail }];
}
