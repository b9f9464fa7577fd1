import { z } from 'zod';
import { shellQuote } from '../../base/shell-quote.ts';
import type { RewardGrader } from '../../contracts/command-grader.ts';
import { isVariable } from '../../contracts/environment.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { withDefaults } from './environment-spec.ts';
import { type PackagedTask, TEST } from './packaged-task.ts';
import type { VerifierEnvironmentConfig } from './task-config.ts';

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
  noteOwnSandbox(task, place, losses);
  for (const key of ['collect', 'hardening', 'pytest_plugins'] as const)
    if (config?.[key] != null) losses.dropped(task.file, at(key), 'Only the verifier itself is run.');
  return {
    kind: 'reward',
    ...{ title: TITLE, ...exportedOf(task) },
    command: `${variablesOf(task, [...place, 'env'], losses)}bash /grade/${TEST}`,
    timeoutSeconds: Math.min(Math.max(wanted, 1), LONGEST_SECONDS),
  };
}

const MISSING = {
  docker_image: 'The image of the verifier is not used. Install what it brings in the environment.',
  env: 'Variables of the sandbox of the verifier are not set. Write them into the command.',
  gpus: 'Sandboxes have no GPUs.',
} as const satisfies Partial<Record<keyof VerifierEnvironmentConfig, string>>;

/** Graders have a sandbox of their own in any case: a new one of the task's image, with a copy of the workspace. */
function noteOwnSandbox(task: PackagedTask, place: readonly PropertyKey[], losses: LossList): void {
  for (const section of ['environment', 'sandbox'] as const) {
    const own = task.verifier.config?.[section];
    if (own == null) continue;
    const at = (...path: PropertyKey[]) => task.placeOf([...place, section, ...path]);
    losses.changed(
      task.file,
      at(),
      'Graders have a new sandbox of the image of the task, as large as the larger of the two.',
    );
    for (const [key, detail] of Object.entries(MISSING))
      if (Reflect.get(own, key)) losses.incomplete(task.file, at(key), detail);
    if (own.network_mode === 'public' || own.network_mode === 'allowlist' || own.allow_internet === true)
      losses.incomplete(task.file, at(), 'Graders have no network.');
  }
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
