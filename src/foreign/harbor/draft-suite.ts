import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { slugOf } from '../../base/slug-of.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import { NO_SKILL } from '../drafting/plain-suite.ts';
import type { PackagedSkill } from '../drafting/skills-in.ts';
import { Slugs } from '../drafting/slugs.ts';
import type { Files, ForeignSource, SuiteDraft, TaskDraft } from '../foreign-format.ts';
import { type DraftedTask, draftTask } from './draft-task.ts';
import type { PackagedTask } from './packaged-task.ts';

/** A suite of packaged tasks. All of them are about one skill, which the source or their images bring. */
export function draftSuite(
  tasks: readonly PackagedTask[],
  { source, format, budget }: { source: ForeignSource; format: string; budget: DraftBudget },
  losses: LossList,
): SuiteDraft {
  const slugs = new Slugs();
  const drafted = tasks.flatMap((task) => {
    const name = lastPart(task.config.task?.name) ?? lastPart(task.name) ?? 'task';
    const one = draftTask(task, { id: slugs.take(name, 'task'), budget }, losses);
    return one === null ? [] : [{ ...one, draft: budget.keep(one.draft), file: task.file }];
  });
  const skill = skillOf(drafted, source, losses);
  if (skill === null && drafted.length > 0) losses.incomplete('', '', NO_SKILL);
  const environment = commonEnvironment(drafted);
  const [first] = tasks;
  const words = wordsOf(tasks);
  const named = skill?.name ?? (tasks.length === 1 ? lastPart(first?.config.task?.name) : null);
  return {
    suite: {
      id: slugOf(`${named ?? 'imported'}-tasks`) || 'imported-tasks',
      title:
        words?.title ?? (named === null ? 'Imported tasks' : oneLine(`Tasks for ${named}`, 'Imported tasks')),
      description: words?.description ?? `Tasks that were imported from ${format}.`,
      ...(environment === null ? {} : { environment: environment.spec }),
    },
    skill: skill?.files ?? [],
    environment: environment?.files ?? [],
    tasks: drafted.map((one) => (environment === null ? withEnvironment(one) : one.draft)),
  };
}

const Words = z.object({ title: z.string(), description: z.string() });

/** What an export of ours calls the suite, if all of the tasks are of the same one. */
function wordsOf(tasks: readonly PackagedTask[]): z.infer<typeof Words> | null {
  const [first, ...others] = tasks.map(({ config }) => config.metadata?.['assay_suite']);
  const isOne = first !== undefined && others.every((one) => isDeepStrictEqual(one, first));
  const words = isOne ? Words.safeParse(first).data : undefined;
  if (words === undefined) return null;
  return { title: oneLine(words.title, 'Tasks'), description: oneLine(words.description, 'Tasks.') };
}

function lastPart(name: string | null | undefined): string | null {
  return name?.split('/').findLast((part) => part !== '') ?? null;
}

/** That of all tasks, if they have the same. */
function commonEnvironment(drafted: readonly DraftedTask[]): DraftedTask['environment'] | null {
  const [first, ...others] = drafted;
  if (first === undefined) return null;
  return others.every(({ environment }) => isDeepStrictEqual(environment, first.environment))
    ? first.environment
    : null;
}

function withEnvironment({ draft, environment }: DraftedTask): TaskDraft {
  return { ...draft, task: { ...draft.task, environment: environment.spec }, environment: environment.files };
}

type Tried = DraftedTask & { file: string };

/** The one that was named, or the first that the tasks bring. */
function skillOf(
  drafted: readonly Tried[],
  source: ForeignSource,
  losses: LossList,
): { name: string; files: Files } | null {
  const brought = drafted.flatMap(({ skills, file }) => skills.map((skill) => ({ ...skill, file })));
  const wanted = source.skillName ?? brought[0]?.name ?? null;
  const own = source.skill === null ? null : { name: wanted ?? 'the skill', files: source.skill };
  const chosen = own ?? brought.find(({ name }) => name === wanted) ?? null;
  const told = new Set<string>();
  for (const { name, file, files } of brought) {
    if (told.has(name) || (name === chosen?.name && isDeepStrictEqual(files, chosen.files))) continue;
    told.add(name);
    losses.dropped(file, '', otherSkill(name, chosen));
  }
  return chosen;
}

function otherSkill(name: string, chosen: Pick<PackagedSkill, 'name'> | null): string {
  const shown = oneLine(name, 'a skill');
  if (shown === chosen?.name) return `Its version of the skill ${shown} differs and is in neither arm.`;
  return `A suite is about one skill, and this one is about ${chosen?.name ?? 'another'}: ${shown} is in neither arm.`;
}
