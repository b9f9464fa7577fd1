import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { asksModel, membersOf } from '../contracts/grader-spec.ts';
import type { JudgeSetup } from '../contracts/judging.ts';
import type { PlannedTrial, RunPlan } from '../contracts/plan.ts';
import { ProviderId } from '../contracts/providers.ts';
import type { ScriptedJudgement } from '../contracts/script.ts';
import type { Task } from '../contracts/task.ts';
import { SCRIPTED_MODEL, scriptedModel } from '../gateway/upstreams/scripted/scripted-upstream.ts';
import { scriptedVote } from '../graders/rubric/scripted-judge.ts';
import type { TrialSubject } from '../runner/trial-subject.ts';
import type { ModelRequest } from '../traffic/wire.ts';
import { type Benchmark, subjectOf } from './benchmark.ts';
import { liveFor, recorded, type Sources, type UpstreamFor } from './model-choice.ts';

/** The judge that was named on the command line; the run's own provider and model stand in for what was not. */
export type JudgeOptions = { judgeProvider?: string | undefined; judgeModel?: string | undefined };

/** `null` if no task of a run needs a judge. */
export function judgeSetup(
  tasks: readonly Task[],
  { judgeProvider, judgeModel }: JudgeOptions,
  own: { agent: Pick<AgentDescription, 'provider'>; model: string },
): JudgeSetup | null {
  if (judgeProvider !== undefined && judgeModel === undefined)
    throw new AssayError('USAGE', '--judge-provider needs --judge-model NAME, a model of that provider.');
  if (!tasks.some(({ graders }) => graders.some(asksModel))) return null;
  const provider = ProviderId.safeParse(judgeProvider ?? own.agent.provider);
  const model = judgeModel ?? own.model;
  const simulated = model === SCRIPTED_MODEL;
  if (simulated && own.model !== SCRIPTED_MODEL)
    throw new AssayError(
      'USAGE',
      'A script cannot judge what a model did. Give --judge-model the name of a model, or leave it out.',
    );
  if (provider.success) return { provider: provider.data, model, simulated };
  const known = ProviderId.options.join(', ');
  throw new AssayError(
    'USAGE',
    `No judge speaks to ${judgeProvider ?? own.agent.provider}. Give --judge-provider ${known} with --judge-model NAME.`,
  );
}

/** Chooses where the judge's answers come from; `null` if nobody asks. It has cassettes of its own, beside those of the trials. */
export function chooseJudge(judge: JudgeSetup | null, sources: Sources): UpstreamFor | null {
  if (judge === null) return null;
  const { cassettes, deck, access } = sources;
  if (cassettes?.mode === 'replay')
    return (trial) => deck.replaying(cassettes.folder, nameOf(trial), { isFirstOurs: false });
  return recorded(judge.simulated ? scriptedFor : liveFor(judge, access), sources, nameOf);
}

function nameOf({ id }: PlannedTrial): string {
  return `judge:${id}`;
}

function scriptedFor({ subject: id }: PlannedTrial, subject: TrialSubject) {
  const { script } = subject;
  const judge = script?.judge ?? [];
  const lacking = criteriaOf(subject).find((one) => judge.every(({ criterion }) => criterion !== one));
  if (lacking === undefined)
    return scriptedModel({ latencyMs: script?.latencyMs ?? 0 }, (request) => judging(judge, request));
  const problem = `its script.yaml has no entry under "judge" for the criterion "${lacking}"`;
  throw new AssayError(
    'INPUT_INVALID',
    `The scripted judge has nothing to say for task "${id}": ${problem}.`,
  );
}

function criteriaOf(subject: TrialSubject): string[] {
  if (subject.kind !== 'task') return [];
  const graders = subject.task.graders.flatMap(membersOf);
  return graders.flatMap((one) => (one.kind === 'rubric' ? [...one.criteria, ...one.never] : []));
}

function judging(judge: readonly ScriptedJudgement[], { passages }: ModelRequest) {
  const question = passages.findLast(({ by }) => by === 'user')?.text ?? '';
  return { say: scriptedVote(judge, question), call: [] };
}

/** Fails before anything is spent if a script does not cover a trial. */
export function tryUpstreams(
  { trials }: Pick<RunPlan, 'trials'>,
  benchmark: Benchmark,
  { upstreamFor, judgeUpstreamFor }: { upstreamFor: UpstreamFor; judgeUpstreamFor: UpstreamFor | null },
): void {
  for (const trial of trials) {
    const subject = subjectOf(benchmark, trial);
    upstreamFor(trial, subject);
    if (criteriaOf(subject).length > 0) judgeUpstreamFor?.(trial, subject);
  }
}
