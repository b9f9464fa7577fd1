import { digestOf } from '../base/digest.ts';
import type { Judging, Vote } from '../contracts/judging.ts';
import { UNKNOWN_USAGE } from '../contracts/model-call.ts';
import type { RubricGrader } from '../contracts/rubric-grader.ts';
import type { Grader, GradingContext, Judge, Judgement, NoJudge, Said } from './grader.ts';
import { judgedWork } from './judged-work.ts';
import { describeVotes, isDecided, isMet, NO_VOTE, voteOf } from './rubric/count-votes.ts';
import { writeBallot } from './rubric/judge-prompt.ts';
import { type Given, readVote } from './rubric/read-vote.ts';
import type { Work } from './rubric/work.ts';

/**
 * Has a model judge claims about the work. Whatever the judge sees may have been written to deceive it, so a claim is met
 * only if most votes say so and quote the work for it, and whatever else it says is no vote for it.
 */
export const rubric: Grader<'rubric'> = {
  needsSandbox: false,
  needsSolution: false,
  isAboutWork: false,
  async grade(spec, context) {
    const { judge } = context;
    if (judge.kind === 'none') return notAsked(judge.why);
    const collected = await judgedWork(spec, context);
    const { contents, task, signal } = context;
    const work = await contents.blind({ work: collected, skill: judge.hidden, known: task.known }, signal);
    if (work === null) return notBlind('it takes too long to look for what tells of the skill');
    if (work.isNothingElse) return notBlind('nothing is left of the work but passages of the skill');
    const judging = await judgingOf(spec, { judge, work }, context);
    const met = judging.criteria.filter(({ isMet }) => isMet).length;
    const count = judging.criteria.length;
    const needed = Math.ceil(count * spec.threshold - ROUNDING);
    const failed = judging.criteria.filter(({ isMet }) => !isMet).map(describeVotes);
    const reached = `${met} of ${count} criteria are met, at least ${needed} have to be`;
    const remarks = [...repeatedIn(work), ...hiddenIn(work, spec), ...problemsIn(judging)];
    const detail = [reached, ...remarks, ...failed].join('; ');
    const partialCredit = met / count;
    const verdict = { passed: met >= needed, detail, difference: null, judgings: [judging], partialCredit };
    return { ...verdict, whyBroken: () => null };
  },
};

const ROUNDING = 1e-9;

function notAsked(why: NoJudge['why']): Judgement {
  const verdict = { passed: false, difference: null, whyBroken: () => null };
  return why === 'proof'
    ? { ...verdict, detail: 'no model judges where graders prove themselves', isUndecided: true }
    : { ...verdict, detail: 'no model was asked: the other graders decide this without it' };
}

/** A workload can bring that about, so it is a failed attempt. */
function notBlind(why: string): Judgement {
  const detail = `cannot be judged blind: ${why}`;
  return { passed: false, detail, difference: null, whyBroken: () => null };
}

function repeatedIn({ repeated }: Work): string[] {
  return repeated === 0 ? [] : [`${repeated} characters that repeat the skill were not shown to the judge`];
}

/** What is not shown could be what must not be there. */
function hiddenIn({ isWhole }: Work, { never }: RubricGrader): string[] {
  const isOpen = never.length > 0 && !isWhole;
  return isOpen ? ['nothing can be ruled out, because the judge did not see all of the work'] : [];
}

type Claim = { criterion: string; mustNotHold: boolean };

function claimsOf({ criteria, never }: RubricGrader): Claim[] {
  return [
    ...criteria.map((criterion) => ({ criterion, mustNotHold: false })),
    ...never.map((criterion) => ({ criterion, mustNotHold: true })),
  ];
}

type Asked = Judging['asked'][number];
type Judged = { judge: Judge; work: Work };

async function judgingOf(
  spec: RubricGrader,
  { judge, work }: Judged,
  context: GradingContext,
): Promise<Judging> {
  const asked: Asked[] = [];
  const most = spec.votes;
  const open = claimsOf(spec).map((claim) => ({ ...claim, most, votes: [] as Vote[] }));
  while (asked.length < most && !open.every((claim) => isDecided(claim.votes, claim))) {
    const vote = await askOnce(spec, { judge, work, number: asked.length }, context);
    asked.push(vote.asked);
    const found = await foundIn(work, [...vote.given.values()], context);
    for (const [at, { votes }] of open.entries()) {
      const given = vote.given.get(at);
      votes.push(given === undefined ? NO_VOTE : voteOf(given, found.has(given.quote)));
    }
    if (vote.isFinal) break;
  }
  const criteria = open.map(({ criterion, mustNotHold, votes }) => {
    const canBeMet = !mustNotHold || work.isWhole;
    return { criterion, mustNotHold, isMet: canBeMet && isMet(votes, { most, mustNotHold }), votes };
  });
  return { title: spec.title, judge: judge.setup, asked, criteria };
}

/** The quotes that stand in what the agent made. Those that cannot be looked for in time do not. */
async function foundIn(
  { parts }: Work,
  votes: readonly Given[],
  { contents, task, signal }: GradingContext,
): Promise<Set<string>> {
  const quotes = votes.map(({ quote }) => quote);
  const own = parts.filter(({ kind }) => kind !== 'given').flatMap(({ pieces }) => pieces);
  const given = { texts: [task.prompt], files: task.given.map(({ content }) => content) };
  const found = await contents.findQuotes({ quotes, own, given }, signal);
  return new Set(quotes.filter((_, at) => found?.[at]));
}

type Round = Judged & { number: number };

async function askOnce(spec: RubricGrader, { judge, work, number }: Round, { task, signal }: GradingContext) {
  const criteria = claimsOf(spec).map(({ criterion }) => criterion);
  const seed = `${judge.seed}\n${spec.title}\n${number}`;
  const { question, order } = writeBallot({ prompt: task.prompt, criteria, work, seed });
  const prompt = digestOf(`${question.system}\0${question.text}`);
  const said = await judge.ask(question, signal);
  const read = readSaid(said, criteria.length);
  const given = new Map('given' in read ? read.given.map((one, index) => [order[index] ?? -1, one]) : []);
  const problem = 'problem' in read ? read.problem : null;
  return { asked: { prompt, usage: usageOf(said), problem }, given, isFinal: isFinal(said) };
}

function readSaid(said: Said, claims: number): ReturnType<typeof readVote> {
  return said.kind === 'nothing' ? { problem: said.why } : readVote(said.text, claims);
}

function usageOf(said: Said): Asked['usage'] {
  if (said.kind === 'said') return said.usage;
  const { inputTokens, outputTokens } = UNKNOWN_USAGE;
  return { inputTokens, outputTokens };
}

function isFinal(said: Said): boolean {
  return said.kind === 'nothing' && said.isFinal;
}

function problemsIn({ asked }: Judging): string[] {
  const problems = asked.flatMap(({ problem }) => problem ?? []);
  return [...new Set(problems)].map((problem) => `a vote does not count: ${problem}`);
}
