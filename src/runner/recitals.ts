import { Buffer, isUtf8 } from 'node:buffer';
import { canonicalJson, digestOf } from '../base/digest.ts';
import type { GraderSpec } from '../contracts/grader-spec.ts';
import { membersOf } from '../contracts/grader-spec.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { fencedBlocks, quotedPassages, recite } from '../suites/recite.ts';
import { filesIn, madeAndKept, shown, withFile } from './altered-work.ts';
import type { Mutant } from './mutants.ts';
import type { Work } from './solve-task.ts';
import { type FormOf, unrelatedContents } from './unrelated-contents.ts';

/** More would take longer to grade than the work itself. */
const MOST_BYTES = 1024 ** 2;

/**
 * The work of somebody who fills in what is to be made and looks at nothing: with what the user said, with all that was
 * given, and with words that have nothing to do with the task.
 *
 * `named` are the files that the user speaks of, by their paths below the workspace. Those that are to stay away are
 * filled in too, so that it takes some knowledge to leave them out.
 */
export function recitalsOf(work: Work, { said, named, graders }: RecitalOptions): Mutant[] {
  const made = madeAndKept(work).made.map(({ path }) => path);
  if (made.length === 0 && work.answers.length === 0) return [];
  const there = new Set(work.before.entries.map(({ path }) => path));
  const others = named.map((name) => `${WORKSPACE}/${name}`).filter((path) => !there.has(path));
  const everywhere = [...new Set([...made, ...others])];
  const recited = recite(said);
  const given = givenTexts(work);
  return [
    ...unrelated(work, { made, graders }),
    ...passages(work, { everywhere, said }),
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

type RecitalOptions = { said: string; named: readonly string[]; graders: readonly GraderSpec[] };

/** Words that nobody could have foreseen, because they depend on all that the graders look for. */
function unrelated(
  work: Work,
  { made, graders }: { made: readonly string[]; graders: readonly GraderSpec[] },
): Mutant[] {
  const kindsOf = Map.groupBy(graders.flatMap(membersOf), (spec) => ('path' in spec ? spec.path : null));
  const formOf = (path: string, content: Uint8Array): FormOf => ({
    ...{ name: shown(path), content },
    kinds: new Set((kindsOf.get(shown(path)) ?? []).map(({ kind }) => kind)),
  });
  const tried = new Set([contentsOf(work, made)]);
  return unrelatedContents(canonicalJson(graders)).flatMap(({ what, hasWords, contentOf }) => {
    const other = filledWith(work, made, (path, content) => contentOf(formOf(path, content)));
    const contents = contentsOf(other, made);
    if (tried.has(contents)) return [];
    tried.add(contents);
    return [
      {
        ...{ what: `everything that the solution makes ${what}`, work: other, isWrong: true },
        kind: hasWords ? ('unrelated' as const) : ('hollow' as const),
      },
    ];
  });
}

function contentsOf({ after, answers }: Work, paths: readonly string[]): string {
  return canonicalJson([
    answers,
    paths.map((path) => digestOf(after.contents.get(path) ?? new Uint8Array())),
  ]);
}

/** Each has the line break at its end that the solution has there. */
function passages(
  work: Work,
  { everywhere, said }: { everywhere: readonly string[]; said: string },
): Mutant[] {
  return quotedPassages(said).map((passage) => ({
    what: `everything that is to be made is ${JSON.stringify(passage)}, which the prompt quotes`,
    work: filledWith(work, everywhere, (_, content) => Buffer.from(`${passage}${breakAtEnd(content)}`)),
    ...{ isWrong: true, kind: 'hollow' },
  }));
}

function breakAtEnd(content: Uint8Array): string {
  const end = Buffer.from(content.subarray(-2)).toString('latin1');
  if (end === '\r\n') return end;
  return end.endsWith('\n') ? '\n' : '';
}

function filled(work: Work, paths: readonly string[], text: string): Work {
  return filledWith(work, paths, () => Buffer.from(text));
}

/** Nothing else is changed: what the solution removes is still there. */
function filledWith(
  { before, after, answers }: Work,
  paths: readonly string[],
  contentOf: (path: string, old: Uint8Array) => Uint8Array,
): Work {
  const contentFor = (path: string, old: Uint8Array) => Buffer.from(contentOf(path, old));
  const said = answers.map((answer) => contentFor('', Buffer.from(answer)).toString());
  const untouched: Work = { before, after: before, answers: said };
  return paths.reduce(
    (work, path) => withFile(work, path, contentFor(path, after.contents.get(path) ?? new Uint8Array())),
    untouched,
  );
}

function givenTexts({ before }: Work): string {
  const contents = filesIn(before).map(({ path }) => before.contents.get(path) ?? new Uint8Array());
  const text = contents
    .filter(isUtf8)
    .map((content) => Buffer.from(content).toString())
    .join('\n');
  return text.length > MOST_BYTES ? '' : text;
}
