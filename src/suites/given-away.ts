import { compilePattern } from '../base/compile-pattern.ts';
import { expectedPartsOf } from '../contracts/expected-values-of.ts';
import type { GraderSpec, GroupGrader, SingleGraderSpec } from '../contracts/grader-spec.ts';
import { type Task, wordsOfUser } from '../contracts/task.ts';
import { lettersOf } from './answer-search.ts';
import { recite } from './recite.ts';

/** Texts of which some program has to make a document or an answer, so that work that repeats them cannot be tried. */
const MADE_BY_PROGRAMS: ReadonlySet<string> = new Set(['pdf', 'http']);

type GivenAway = {
  texts: string[];
  /** Whether a program has to make something of them, so that work that only repeats them cannot be tried. */
  isMade: boolean;
};

/** The texts that graders look for if the user says all of them, so that nothing has to be found out; `null` if not. */
export function givenAway(task: Task): GivenAway | null {
  const said: Said = { letters: lettersOf(wordsOfUser(task)), lines: recite(wordsOfUser(task)) };
  const shares = task.graders.map((spec) => shareOf(spec, said));
  const texts = shares.flatMap((share) => share.texts);
  const isMade = shares.some((share) => share.isMade);
  return texts.length > 0 && shares.every(({ isGiven }) => isGiven) ? { texts, isMade } : null;
}

type Said = { letters: string; lines: string };
type Share = { isGiven: boolean; texts: string[]; isMade: boolean };

function shareOf(spec: GraderSpec, said: Said): Share {
  return spec.kind === 'group' ? shareOfGroup(spec, said) : shareOfOne(spec, said);
}

/** As in a group that is judged, those that are given may be enough. */
function shareOfGroup({ graders, atLeast, weights, threshold = 1 }: GroupGrader, said: Said): Share {
  const shares = graders.map((member) => shareOfOne(member, said));
  const weightOf = (index: number) => weights?.[index] ?? 1;
  const all = graders.reduce((sum, _, index) => sum + weightOf(index), 0);
  const given = shares.reduce((sum, { isGiven }, index) => sum + (isGiven ? weightOf(index) : 0), 0);
  return {
    isGiven: given >= (atLeast ?? threshold * all),
    texts: shares.flatMap(({ isGiven, texts }) => (isGiven ? texts : [])),
    isMade: shares.some(({ isMade }) => isMade),
  };
}

function shareOfOne(grader: SingleGraderSpec, { letters, lines }: Said): Share {
  const { texts, patterns } = expectedPartsOf(grader);
  const isGiven =
    looksForTextsAlone(grader) &&
    texts.every((text) => letters.includes(lettersOf(text))) &&
    patterns.every((pattern) => compilePattern(pattern).test(lines));
  return { isGiven, texts: [...texts, ...patterns], isMade: MADE_BY_PROGRAMS.has(grader.kind) };
}

/** What must be missing, or must stay as it is, takes no knowledge either. A model proves nothing. */
function looksForTextsAlone(grader: SingleGraderSpec): boolean {
  switch (grader.kind) {
    case 'http':
      return grader.requests.every(({ answer }) => answer.equalsJson === undefined);
    case 'pdf':
    case 'rubric':
    case 'tree':
    case 'transcript':
      return true;
    case 'text':
    case 'answer':
      return grader.equals === undefined && grader.equalsFile === undefined;
    case 'file-content':
      return grader.equals === undefined && grader.equalsFile === undefined && !grader.absent;
    default:
      return false;
  }
}
