import { Buffer, isUtf8 } from 'node:buffer';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { fencedBlocks, recite } from '../suites/recite.ts';
import { filesIn, madeAndKept, withFile } from './altered-work.ts';
import type { Mutant } from './mutants.ts';
import type { Work } from './solve-task.ts';

/** More would take longer to grade than the work itself. */
const MOST_BYTES = 1024 ** 2;

/**
 * The work of somebody who fills in what is to be made and looks at nothing: with what the user said, with all that was
 * given, and with words that have nothing to do with the task.
 *
 * `named` are the files that the user speaks of, by their paths below the workspace. Those that are to stay away are
 * filled in too, so that it takes some knowledge to leave them out.
 */
export function recitalsOf(work: Work, said: string, named: readonly string[]): Mutant[] {
  const made = madeAndKept(work).made.map(({ path }) => path);
  if (made.length === 0 && work.answers.length === 0) return [];
  const there = new Set(work.before.entries.map(({ path }) => path));
  const others = named.map((name) => `${WORKSPACE}/${name}`).filter((path) => !there.has(path));
  const everywhere = [...new Set([...made, ...others])];
  const recited = recite(said);
  const given = givenTexts(work);
  return [
    {
      ...{
        what: 'everything that the solution makes has unrelated words',
        work: filled(work, made, UNRELATED),
      },
      ...{ isWrong: true, kind: 'unrelated' },
    },
    {
      ...{ what: 'everything that is to be made repeats what the user said', isWrong: true, kind: 'recited' },
      work: filled(work, everywhere, recited),
    },
    ...fencedBlocks(said).map(
      (block): Mutant => ({
        ...{
          what: 'everything that is to be made is a passage of the prompt',
          isWrong: true,
          kind: 'recited',
        },
        work: filled(work, everywhere, block),
      }),
    ),
    ...(everywhere.length === made.length
      ? []
      : [
          {
            ...{ what: 'every file that the solution makes repeats what the user said', isWrong: true },
            work: filled(work, made, recited),
          },
        ]),
    ...(given === ''
      ? []
      : [
          {
            ...{ what: 'everything that is to be made repeats all that was said and given', isWrong: true },
            work: filled(work, everywhere, `${recited}${given}`),
          },
        ]),
  ];
}

const UNRELATED = 'Left over, with no relation to anything.\n';

/** Nothing else is changed: what the solution removes is still there. */
function filled({ before, answers }: Work, paths: readonly string[], text: string): Work {
  const content = Buffer.from(text);
  const untouched: Work = { before, after: before, answers: answers.map(() => text) };
  return paths.reduce((work, path) => withFile(work, path, content), untouched);
}

function givenTexts({ before }: Work): string {
  const contents = filesIn(before).map(({ path }) => before.contents.get(path) ?? new Uint8Array());
  const text = contents
    .filter(isUtf8)
    .map((content) => Buffer.from(content).toString())
    .join('\n');
  return text.length > MOST_BYTES ? '' : text;
}
