import type { Loss } from '../../contracts/loss.ts';
import { namesSkill } from '../../contracts/names-skill.ts';
import { wordsOfUser } from '../../contracts/task.ts';
import type { SuiteDraft } from '../foreign-format.ts';

/** The baseline cannot have what it is told to use, so that the arms would differ by more than the skill. */
export function promptsNamingSkill({ tasks }: SuiteDraft, skillName: string): Loss[] {
  return tasks
    .filter(({ task: { prompt, turns = [] } }) => namesSkill(wordsOfUser({ prompt, turns }), skillName))
    .map(({ task: { id } }) => ({
      ...{ file: '', place: id, effect: 'incomplete' },
      detail: 'The prompt names the skill, which the baseline does not have. Ask for the work instead.',
    }));
}
