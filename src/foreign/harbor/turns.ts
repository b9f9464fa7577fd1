import type { z } from 'zod';
import type { Task } from '../../contracts/task.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { Slugs } from '../drafting/slugs.ts';
import type { Files } from '../foreign-format.ts';
import type { PackagedStep, PackagedTask } from './packaged-task.ts';

type Turns = NonNullable<z.input<typeof Task>['turns']>;

/** Runs before a step, on the machine of the task. */
const SETUP = 'setup.sh';

/** The steps after the first one, as what the user says later, with the files of `turns/`. */
export function turnsOf(task: PackagedTask, losses: LossList): { turns: Turns; arriving: Files } {
  const { steps } = task;
  const slugs = new Slugs();
  const later = steps.slice(1).map((step) => ({ step, folder: slugs.take(step.name, 'step') }));
  if (task.config.steps != null) noteSteps(task, losses);
  return {
    turns: later.map(({ step, folder }) => ({
      say: step.prompt,
      ...(filesOf(step).length === 0 ? {} : { files: folder }),
    })),
    arriving: later.flatMap(({ step, folder }) =>
      filesOf(step).map((file) => ({ ...file, path: `${folder}/${file.path}` })),
    ),
  };
}

/** The files that are there when a step begins. */
export function filesOf({ workdir }: PackagedStep): Files {
  return workdir.filter(({ path }) => path !== SETUP);
}

function noteSteps(task: PackagedTask, losses: LossList): void {
  const { config, file, placeOf, steps, folder } = task;
  if (steps.length > 1 && config.multi_step_reward_strategy !== 'final')
    losses.changed(
      file,
      placeOf(['steps']),
      'Only the verifier of the last step decides: by then, what earlier ones would look at may be other files.',
    );
  for (const [index, step] of (config.steps ?? []).entries()) {
    if (step.min_reward != null)
      losses.dropped(
        file,
        placeOf(['steps', index, 'min_reward']),
        'All steps are asked for, however earlier ones end.',
      );
    if (step.healthcheck != null)
      losses.dropped(file, placeOf(['steps', index, 'healthcheck']), 'Nothing is waited for before a step.');
    if (step.artifacts != null)
      losses.dropped(file, placeOf(['steps', index, 'artifacts']), 'Files are not collected after a step.');
  }
  for (const { name, workdir } of steps)
    if (workdir.some(({ path }) => path === SETUP))
      losses.dropped(`${folder}steps/${name}/workdir/${SETUP}`, '', 'Nothing is run before a step.');
}
