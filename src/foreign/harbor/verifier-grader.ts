import { z } from 'zod';
import { shellQuote } from '../../base/shell-quote.ts';
import { isVariable } from '../../contracts/environment.ts';
import type { RewardGrader } from '../../contracts/grader-spec.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { withDefaults } from './environment-spec.ts';
import { type PackagedTask, TEST } from './packaged-task.ts';

const LONGEST_SECONDS = 600;
const OTHERWISE_SECONDS = 600;
const TITLE = "The task's verifier gives a reward of 1";

/** What an export of a suite says of the grader that a verifier was. */
const Exported = z.object({
  title: z.string().min(1),
  threshold: z.number(),
  metric: z.string().min(1).optional(),
});

/** The verifier of a task, as a grader that takes its reward. `place` is where its settings stand. */
export function verifierGrader(
  task: PackagedTask,
  place: readonly PropertyKey[],
  losses: LossList,
): z.input<typeof RewardGrader> {
  const { config } = task.verifier;
  const wanted = config?.timeout_sec ?? OTHERWISE_SECONDS;
  const at = (key: string) => task.placeOf([...place, key]);
  if (wanted > LONGEST_SECONDS)
    losses.changed(task.file, at('timeout_sec'), `A grader has ${LONGEST_SECONDS} seconds at most.`);
  if (config?.network_mode === 'public' || config?.network_mode === 'allowlist')
    losses.incomplete(task.file, at('network_mode'), 'Graders have no network.');
  const left = ['environment', 'sandbox', 'collect', 'hardening', 'pytest_plugins'] as const;
  for (const key of left)
    if (config?.[key] != null)
      losses.dropped(task.file, at(key), 'Graders run in the sandbox of the task, by themselves.');
  return {
    kind: 'reward',
    ...{ title: TITLE, ...exportedOf(task) },
    command: `${variablesOf(task, [...place, 'env'], losses)}bash /grade/${TEST}`,
    timeoutSeconds: Math.min(Math.max(wanted, 1), LONGEST_SECONDS),
  };
}

function exportedOf({ config }: PackagedTask): Partial<z.infer<typeof Exported>> {
  return Exported.safeParse(config.metadata?.['assay_reward']).data ?? {};
}

function variablesOf(task: PackagedTask, place: readonly PropertyKey[], losses: LossList): string {
  const words = Object.entries(task.verifier.config?.env ?? {}).flatMap(([name, given]) => {
    const value = withDefaults(given);
    if (isVariable(name) && value !== null) return [`${name}=${shellQuote(value)}`];
    const detail =
      'Its value comes from the machine that runs the task, and there is none. Write one into the command.';
    losses.incomplete(
      task.file,
      task.placeOf([...place, name]),
      isVariable(name) ? detail : 'This is no name of a variable.',
    );
    return [];
  });
  return words.length === 0 ? '' : `env ${words.join(' ')} `;
}
