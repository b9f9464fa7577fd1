import type { DryRun } from '../../contracts/dry-run.ts';
import { agentFacts } from '../facts/agent-facts.ts';
import { NOT_KNOWN, showCount, showUsd } from '../facts/amounts.ts';
import type { Fact } from '../facts/fact.ts';
import { leftOutNotice } from '../facts/left-out-notice.ts';
import { machineFacts, probeSetFacts, showPrice } from '../facts/run-facts.ts';
import { unprovenNotice } from '../facts/unproven-notice.ts';

export function planFacts(planned: DryRun): Fact[] {
  const { suite, skill, setup, price, seed } = planned;
  const unproven = unprovenNotice(planned.unproven);
  return [
    { label: 'Suite', value: `${suite.title} (${suite.id})` },
    { label: 'Skill', value: `${skill.name}, ${skill.source}, ${skill.digest}` },
    ...toolsOf(planned),
    { label: 'Static checks', value: showChecks(planned) },
    ...agentFacts(setup),
    { label: 'Model', value: setup.simulated ? `${setup.model} (a script, not a model)` : setup.model },
    ...(setup.simulated ? [] : [{ label: 'Price', value: price === null ? NOT_KNOWN : showPrice(price) }]),
    ...planned.images.map(({ tag, owners }) => ({
      label: 'Image',
      value: `${tag} for ${owners.join(', ')}, built first unless it is there`,
    })),
    ...machineFacts(planned.machines),
    ...judgeOf(planned),
    ...(planned.replays === null
      ? []
      : [{ label: 'Answers', value: `from the cassettes in ${planned.replays}; nothing is charged` }]),
    { label: 'Trials', value: showTrials(planned) },
    ...probeSetFacts(planned),
    ...leftOutNotice(planned.leftOut).map(({ text }) => ({ label: 'Left out', value: text })),
    ...(unproven === null ? [] : [{ label: 'Unproven', value: unproven }]),
    { label: 'Seed', value: seed },
    { label: 'Budget of the run', value: showBudget(planned) },
  ];
}

function toolsOf({ toolServer }: DryRun): Fact[] {
  if (toolServer === undefined) return [];
  const { name, tools, digest } = toolServer;
  return [{ label: "Skill's tools", value: `${tools.join(', ')}, from the MCP server "${name}", ${digest}` }];
}

/** The estimates come from what agents used: a judge comes on top of them. */
function judgeOf({ judge }: DryRun): Fact[] {
  if (judge === null) return [];
  const { provider, model, simulated, trials, votes } = judge;
  const script = simulated ? ' (a script, not a model)' : '';
  const most = `at most ${showCount(votes, 'question')} about ${showCount(trials, 'trial')}`;
  return [
    { label: 'Judge', value: `${model}, ${provider}${script}: ${most}, besides what is estimated below` },
  ];
}

function showTrials({ trials, repeats, concurrency, leftOut }: DryRun): string {
  const arms = leftOut.arms.length === 0 ? 'two arms' : 'one arm';
  return `${trials.length}: ${arms}, ${showCount(repeats, 'repeat')}, ${concurrency} concurrent`;
}

function showChecks({ checks: { verdict, wouldRun } }: DryRun): string {
  return wouldRun ? verdict : `${verdict}; it would not be run without --force`;
}

function showBudget({ budget: { maxTokens, maxRequests, maxSeconds, maxUsd } }: DryRun): string {
  const parts = [
    ...(maxTokens === null ? [] : [`${maxTokens} tokens`]),
    ...(maxRequests === null ? [] : [`${maxRequests} requests`]),
    ...(maxSeconds === null ? [] : [`${maxSeconds} seconds`]),
    ...(maxUsd === null ? [] : [showUsd(maxUsd)]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}
