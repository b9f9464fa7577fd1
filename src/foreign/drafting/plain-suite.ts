import { digestOf } from '../../base/digest.ts';
import { slugOf } from '../../base/slug-of.ts';
import type { TriggerQuery } from '../../contracts/triggers.ts';
import type { Files, ForeignSource, Imported, SuiteDraft, TaskDraft } from '../foreign-format.ts';
import type { LossList } from './loss-list.ts';
import { oneLine } from './one-line.ts';
import { triggersOf } from './trigger-draft.ts';

type Around = {
  /** What the tasks are for; `null` if nothing says so. */
  name: string | null;
  /** The tool that they were written for. */
  tool: string;
  source: ForeignSource;
  /** What agents must not see: the descriptions of the tasks, and whatever decides or solves them. */
  secret: Files;
  tasks: readonly TaskDraft[];
  environment?: { spec: SuiteDraft['suite']['environment']; files: Files } | null;
  queries?: readonly TriggerQuery[];
  losses: LossList;
};

export const NO_SKILL =
  'Nothing can be checked or run yet, because no skill comes with these tasks. Put it in skill/, or import with --skill SOURCE.';

/** A suite whose skill is the one around the tasks. */
export function plainSuite({
  name,
  tool,
  source,
  secret,
  tasks,
  environment = null,
  queries = [],
  losses,
}: Around): Imported {
  const skill = skillApart(source, secret, losses);
  const named = source.skillName ?? name;
  return {
    draft: {
      suite: {
        id: slugOf(`${named ?? 'imported'}-tasks`) || 'imported-tasks',
        title: named === null ? 'Imported tasks' : oneLine(`Tasks for ${named}`, 'Imported tasks'),
        description: `Tasks that were imported from ${tool}.`,
        ...(environment?.spec === undefined ? {} : { environment: environment.spec }),
      },
      ...{ skill, environment: environment?.files ?? [], tasks, triggers: triggersOf(named, queries) },
    },
    losses: losses.all,
  };
}

function skillApart({ skill }: ForeignSource, secret: Files, losses: LossList): Files {
  if (skill === null) {
    losses.incomplete('', '', NO_SKILL);
    return [];
  }
  const digests = new Set(
    secret.filter(({ content }) => content.length > 0).map(({ content }) => digestOf(content)),
  );
  const files = skill.filter(({ content }) => !digests.has(digestOf(content)));
  const without = skill.filter((file) => !files.includes(file)).map(({ path }) => path);
  if (without.length > 0)
    losses.changed(
      '',
      '',
      `The skill is measured without ${oneLine(without.join(', '), 'files')}, which ${without.length === 1 ? 'describes or decides' : 'describe or decide'} its tasks.`,
    );
  return files;
}
