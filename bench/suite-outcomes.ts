import type { ArmResult, ProbeCard, Scorecard, TaskCard } from '../src/contracts/scorecard.ts';
import { OUTCOMES, TOKEN_CHANGES } from '../src/report/facts/wording.ts';

/** The outcome of a task or probe with one agent. */
export type Outcome = {
  subject: string;
  label: string;
  /** How the tokens of the arms compare; `null` where that is not told. They depend on what the agent tells its model. */
  tokens: string | null;
  /** These are the same, name by name, with every agent that runs the same script as it should. */
  facts: ReadonlyMap<string, string>;
};

export type Difference = { subject: string; fact: string; usual: string; here: string };

/** The outcomes of a run with one repeat, tasks first. */
export function outcomesOf({ tasks, probes }: Pick<Scorecard, 'tasks' | 'probes'>): Outcome[] {
  return [...tasks.map(ofTask), ...probes.map(ofProbe)];
}

/** Returns where the outcomes of a run differ from the usual ones, apart from tokens and time. */
export function differencesOf(usual: readonly Outcome[], here: readonly Outcome[]): Difference[] {
  return usual.flatMap(({ subject, facts }) => {
    const found = here.find((outcome) => outcome.subject === subject)?.facts;
    return [...facts]
      .map(([fact, value]) => ({ subject, fact, usual: value, here: found?.get(fact) ?? 'not run' }))
      .filter((difference) => difference.usual !== difference.here);
  });
}

function ofTask({ id, pairs }: TaskCard): Outcome {
  const [pair] = pairs;
  if (pair === undefined) throw new Error(`${id} was not run`);
  const { outcome, tokens, invoked, baseline, withSkill } = pair;
  const use = ['use of the skill', invoked ? 'seen' : 'not seen'] as const;
  return {
    subject: id,
    label: OUTCOMES[outcome].label,
    tokens: tokens === null ? null : TOKEN_CHANGES[tokens].label,
    facts: new Map([...factsOf(baseline, 'baseline'), ...factsOf(withSkill, 'with skill'), use]),
  };
}

function ofProbe({ id, pairs }: ProbeCard): Outcome {
  const [pair] = pairs;
  if (pair === undefined) throw new Error(`${id} was not run`);
  const { baseline, withSkill } = pair;
  return {
    subject: `probe ${id}`,
    label: `${gradeOf(baseline)}, ${gradeOf(withSkill)}`,
    tokens: null,
    facts: new Map([...factsOf(baseline, 'baseline'), ...factsOf(withSkill, 'with skill')]),
  };
}

function factsOf(result: ArmResult | null, arm: string): (readonly [string, string])[] {
  const verdicts = result?.verdicts ?? [];
  const reason = result?.reason ?? null;
  return [
    [arm, reason === null ? gradeOf(result) : `${gradeOf(result)}: ${reason}`],
    ...verdicts.map(({ title, passed }) => [`${arm}, “${title}”`, passed ? 'passed' : 'failed'] as const),
  ];
}

function gradeOf(result: ArmResult | null): string {
  if (result === null) return 'not run';
  if (result.passed === null) return 'ungraded';
  return result.passed ? 'passed' : 'failed';
}
