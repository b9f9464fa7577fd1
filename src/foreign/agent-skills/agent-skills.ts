import { AssayError } from '../../base/assay-error.ts';
import { slugOf } from '../../base/slug-of.ts';
import type { Loss } from '../../contracts/loss.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { oneLine } from '../drafting/one-line.ts';
import { Slugs } from '../drafting/slugs.ts';
import { triggersOf } from '../drafting/trigger-draft.ts';
import type { ForeignFormat, ForeignSource, Imported, TaskDraft } from '../foreign-format.ts';
import { draftTask, queryOf } from './draft-task.ts';
import { evalsIn, theEvals } from './find-evals.ts';
import type { Roots } from './given-files.ts';
import { readAround } from './read-around.ts';
import { readDocument } from './read-document.ts';
import { type Eval, readEval } from './read-eval.ts';
import { aboutSkill, evalsWithin } from './withheld-evals.ts';

/** `evals/evals.json` of a skill, in all of the dialects that are in use. */
export const AGENT_SKILLS: ForeignFormat = {
  recognises: (source) => evalsIn(source).length > 0,
  named: () => [],
  read,
};

function read(source: ForeignSource, budget: DraftBudget): Imported {
  const entry = theEvals(source);
  const file = source.files.find(({ path }) => path === entry);
  if (file === undefined)
    throw new AssayError('FILE_NOT_FOUND', `${entry}: expected evals, found no such file.`);
  const document = readDocument(file.content, entry);
  const evals = document.items.map(({ place, fields }, index) => ({ place, one: readEval(fields, index) }));
  const { name, limits, losses: around } = readAround(document, source.skillName);
  const slugs = new Slugs();
  const roots = rootsOf(source, entry);
  const drafts = evals.map(({ place, one }) =>
    draftTask(one, { id: slugs.take(one.name, 'eval'), place, roots, budget }),
  );
  const tasks = drafts.flatMap(({ task }): TaskDraft[] => (task === null ? [] : [task]));
  const queries = evals.flatMap(({ one }) => queryOf(one));
  const withheld = evalsWithin(source.skill ?? [], entry, file);
  const losses = [
    ...aboutSkill(source.skill, withheld),
    ...around,
    ...ignoredKeys(
      evals.map(({ one }) => one),
      document.list,
    ),
    ...drafts.flatMap((draft) => draft.losses),
    ...(tasks.length === 0 && queries.length > 0 ? [ONLY_QUERIES] : []),
  ];
  return {
    draft: {
      suite: {
        id: slugOf(`${name}-evals`),
        title: oneLine(`The evals of ${name}`, 'Evals'),
        description: `Tasks that were imported from ${oneLine(entry, 'evals.json')}.`,
        tasksBy: 'skill-author',
        ...(withheld.length === 0 ? {} : { evals: withheld }),
        ...(limits.maxSeconds === undefined ? {} : { limits }),
      },
      skill: source.skill ?? [],
      environment: [],
      tasks,
      triggers: triggersOf(source.skillName, queries),
    },
    losses: losses.map((loss) => ({ file: entry, ...loss })),
  };
}

const ONLY_QUERIES: Omit<Loss, 'file'> = {
  ...{ place: '', effect: 'incomplete' },
  detail:
    'These are queries alone, which is not runnable as a suite: nothing is written. Add an eval of the work.',
};

/** Authors name files from the root of the skill, that of the repository, or the folder of the evals. */
function rootsOf({ files, skill, skillName }: ForeignSource, entry: string): Roots {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const beside = files.filter(({ path }) => path.startsWith(folder));
  const names = skillName === null ? [] : [skillName];
  return [
    { files: skill ?? [], names },
    { files, names },
    { files: beside.map((file) => ({ ...file, path: file.path.slice(folder.length) })), names: ['evals'] },
  ];
}

/** One line for a key, however many evals have it. */
function ignoredKeys(evals: readonly Eval[], list: string | null): Omit<Loss, 'file'>[] {
  const counts = new Map<string, number>();
  for (const key of evals.flatMap(({ ignored }) => ignored)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, count]) => ({
    place: `${list ?? ''}[].${oneLine(key, 'a key')}`,
    effect: 'dropped',
    detail: `Nothing is made of this key, which ${count === 1 ? 'one eval has' : `${count} evals have`}.`,
  }));
}
