import { describeBudget } from '../../contracts/budget.ts';
import type { TaskEnvironment } from '../../contracts/environment.ts';
import type { Machines, SandboxSize } from '../../contracts/machines.ts';
import type { ModelPrice } from '../../contracts/prices.ts';
import type { ProbeSet } from '../../contracts/probe-set.ts';
import type { ArmResult, JudgingShare, Scorecard, ServiceUse } from '../../contracts/scorecard.ts';
import { agentFacts } from './agent-facts.ts';
import { showCount, showTokens, showUsd } from './amounts.ts';
import type { Fact } from './fact.ts';
import { openingFacts } from './opening-facts.ts';
import { showParameters } from './score-facts.ts';

const SUITE_CHECKS = {
  proven: 'proven: its tasks tell good work from bad',
  'partly-proven':
    'proven but for tasks whose exact graders failed no wrong work, or were not tried on all of it: see "assay check-suite"',
  unproven: 'not proven: no exact grader failed wrong work, or not all of it was tried',
  faulty: 'faulty: see "assay check-suite"',
  none: 'not checked with "assay check-suite"',
} as const;

/** Everything that is needed to say what was measured and with what, and to repeat it. */
export function provenance(scorecard: Scorecard): Fact[] {
  const { setup, skill, suite } = scorecard;
  return [
    { label: 'Skill', value: skill.source },
    { label: 'Skill digest', value: skill.digest },
    { label: 'Suite', value: `${suite.title} (${suite.id})` },
    { label: 'Suite check', value: SUITE_CHECKS[suite.check ?? 'none'] },
    ...agentFacts(setup),
    { label: 'Model', value: modelOf(scorecard) },
    ...judgeOf(scorecard),
    ...environmentOf(scorecard),
    ...Object.entries(suite.tasks ?? {}).map(ownEnvironmentOf),
    ...networkOf(suite.network),
    ...serversOf(suite.mcp),
    ...servicesOf(scorecard),
    ...openingFacts(scorecard.openings),
    { label: 'Sandbox image', value: scorecard.imageDigest },
    ...machineFacts(scorecard.machines),
    ...(scorecard.runtime === null ? [] : [{ label: 'Runtime', value: scorecard.runtime }]),
    ...probeSetFacts(scorecard),
    { label: 'Seed', value: scorecard.seed },
    { label: 'Repeats', value: String(scorecard.repeats) },
    { label: 'Cost', value: showCost(scorecard.cost) },
    ...scorecard.prices.map((price) => ({ label: 'Price', value: showPrice(price) })),
    { label: 'Parameters', value: showParameters(scorecard.scores.parameters) },
    { label: 'Run', value: `${scorecard.runId}, ${scorecard.createdAt}` },
    ...(scorecard.matrix === undefined ? [] : [{ label: 'Part of', value: scorecard.matrix }]),
    ...(scorecard.rootDigest === null ? [] : [{ label: 'Root digest', value: scorecard.rootDigest }]),
    { label: 'Assay', value: scorecard.assayVersion },
  ];
}

export function probeSetFacts({ probeSet }: Pick<Scorecard, 'probeSet'>): Fact[] {
  if (probeSet === undefined) return [];
  const { name, probes, digest } = probeSet;
  return [{ label: 'Probes', value: `${showCount(probes.length, 'probe')}, ${SETS[name]}: ${digest}` }];
}

const SETS = {
  bundled: 'all that come with Assay',
  quick: 'the quick set of those that come with Assay',
  chosen: 'chosen from those that come with Assay',
} as const satisfies Record<ProbeSet['name'], string>;

function judgeOf({ judging }: Scorecard): Fact[] {
  if (judging === undefined) return [];
  const { provider, model, simulated, requests, tokens, costUsd } = judging;
  const script = simulated ? ' (a script, not a model)' : '';
  const used = `${showCount(requests, 'request')}, tokens: ${showTokens(tokens)}, cost: ${showUsd(costUsd)}`;
  return [{ label: 'Judge', value: `${provider}, ${model}${script}: ${used}` }];
}

function shareOf({ byModel, verdicts, simulated }: JudgingShare): string {
  const judge = simulated ? 'a script in place of a model' : 'a model';
  const share = verdicts === 0 ? '' : ` (${Math.round((100 * byModel) / verdicts)} %)`;
  return `${judge} judged for ${byModel} of ${showCount(verdicts, 'verdict')} on tasks${share}`;
}

/** Older scorecards know only which size the suite asks for. */
function environmentOf({ suite: { environment }, machines }: Scorecard): Fact[] {
  if (environment === undefined) return [];
  const { machine, timeZone, locale } = environment;
  const size = machines === undefined ? [showSize(machine)] : [];
  const value = [...packagesOf(environment), ...size, `${timeZone}, ${locale}`].join('; ');
  return [{ label: 'Environment', value }];
}

/** The sizes of the sandboxes, with what the agent's own program takes. */
export function machineFacts(machines: Machines | undefined): Fact[] {
  if (machines === undefined) return [];
  const own = Object.entries(machines.tasks).map(([task, size]) => `${task}: ${showSize(size)}`);
  return [{ label: 'Sandbox size', value: [showSize(machines.suite), ...own].join('; ') }];
}

function showSize({ memoryMib, cpus, processes }: SandboxSize): string {
  return `${memoryMib} MiB, ${showCount(cpus, 'CPU')}, ${processes} processes`;
}

type OwnEnvironment = NonNullable<Scorecard['suite']['tasks']>[string];

function ownEnvironmentOf([task, { environment = {}, imageDigest }]: [string, OwnEnvironment]): Fact {
  const { machine, timeZone, locale } = environment;
  const sizes = Object.entries(machine ?? {}).map(([what, size]) => `${what} ${size}`);
  const image = imageDigest === undefined ? undefined : `the image ${imageDigest}`;
  const parts = [...packagesOf(environment), ...sizes, timeZone, locale, image];
  const value = parts.filter((part) => part !== undefined).join('; ');
  return { label: 'Environment', value: `${task} also has ${value || 'nothing'}` };
}

function packagesOf({ debian = [], pip = [], npm = [], variables = {} }: TaskEnvironment): string[] {
  const packages = { Debian: debian, Python: pip, npm, variables: Object.keys(variables) };
  return Object.entries(packages).flatMap(([kind, names]) =>
    names.length === 0 ? [] : [`${kind}: ${names.join(', ')}`],
  );
}

function networkOf(network: Scorecard['suite']['network']): Fact[] {
  if (network === undefined) return [];
  const { fixtures, hosts, unopened, secrets } = network;
  const parts = [
    ...(fixtures.length === 0 ? [] : [`answered by fixtures in ${fixtures.join(', ')}`]),
    ...(hosts.length === 0 ? [] : [`leads to ${hosts.join(', ')}`]),
    ...(unopened.length === 0 ? [] : [`only the name seen of ${unopened.join(', ')}`]),
    ...(secrets.length === 0 ? [] : [`with the secrets ${secrets.join(', ')}`]),
  ];
  return [{ label: 'Network', value: parts.join('; ') }];
}

function serversOf(servers: Scorecard['suite']['mcp']): Fact[] {
  if (servers === undefined) return [];
  const names = servers.map(({ name, arm }) => (arm === 'both' ? name : `${name} (with the skill alone)`));
  return [{ label: 'MCP servers', value: names.join(', ') }];
}

function servicesOf({ services }: Scorecard): Fact[] {
  if (services === undefined) return [];
  const { baseline, withSkill } = services;
  const unrecorded = baseline.unrecorded + withSkill.unrecorded;
  const parts = [
    `baseline ${requestsOf(baseline)}`,
    `with skill ${requestsOf(withSkill)}`,
    ...(unrecorded === 0
      ? []
      : [`${showCount(unrecorded, 'answer')} too long to be recorded, so that a replay fails there`]),
  ];
  return [{ label: 'Services', value: parts.join('; ') }];
}

function requestsOf({ asked, failed }: ServiceUse['baseline']): string {
  return `${showCount(asked, 'request')}${failed === 0 ? '' : `, of which ${failed} failed`}`;
}

/** Shows the cost of the whole run, including probes. */
function showCost({ totalUsd, baselineUsd, withSkillUsd }: Scorecard['cost']): string {
  const arms = `baseline ${showUsd(baselineUsd)}, with skill ${showUsd(withSkillUsd)}`;
  return baselineUsd === null && withSkillUsd === null ? showUsd(totalUsd) : `${showUsd(totalUsd)} (${arms})`;
}

export function showPrice({ model, input, output, source, date }: ModelPrice): string {
  return `${model}: ${showUsd(input)} in, ${showUsd(output)} out per million tokens (${source}, ${date})`;
}

function modelOf({ setup: { model, simulated }, replayed }: Scorecard): string {
  const script = simulated ? ' (a script, not a model)' : '';
  return `${model}${script}${replayed ? ', replayed from a recording' : ''}`;
}

type Covered = Pick<Scorecard, 'trials' | 'budgetReached' | 'judging'>;

export function coverage({ trials, budgetReached, judging }: Covered): string {
  const { planned, graded, ungraded, missing } = trials;
  const gaps = [
    ungraded === 0 ? [] : [`${ungraded} not graded`],
    missing === 0 ? [] : [`${missing} not run`],
  ].flat();
  const counts = [`${graded} of ${showCount(planned, 'trial')} graded`, ...gaps].join(', ');
  const reached = budgetReached === null ? counts : `${counts}: ${describeBudget(budgetReached)} is used up`;
  return judging === undefined ? reached : `${reached}; ${shareOf(judging)}`;
}

/** Every trial that was graded as failed, tasks before probes. */
export function failedArms(scorecard: Pick<Scorecard, 'tasks' | 'probes'>): ArmResult[] {
  return armsOf(scorecard).filter(({ passed }) => passed === false);
}

/** Every trial whose agent says something else about its work than the wire. */
export function remarkedArms(scorecard: Pick<Scorecard, 'tasks' | 'probes'>): ArmResult[] {
  return armsOf(scorecard).filter(({ remarks = [] }) => remarks.length > 0);
}

function armsOf({ tasks, probes }: Pick<Scorecard, 'tasks' | 'probes'>): ArmResult[] {
  const taskPairs = tasks.flatMap(({ pairs }) => pairs);
  const probePairs = probes.flatMap(({ pairs }) => pairs);
  return [...taskPairs, ...probePairs]
    .flatMap(({ baseline, withSkill }) => [baseline, withSkill])
    .filter((arm) => arm !== null);
}

export function whyFailed({ reason }: ArmResult): string {
  return reason ?? 'no reason recorded';
}
