import type { CostChange } from '../../contracts/cost-change.ts';
import type { Severity } from '../../contracts/finding.ts';
import type { UngradedReason } from '../../contracts/grade.ts';
import type { Arm, ProbeGroup } from '../../contracts/identifiers.ts';
import type { InvalidReason, SecurityStatus } from '../../contracts/score.ts';
import type { PairOutcome, ProbeAttribution } from '../../contracts/scorecard.ts';
import { NOT_MEASURED } from './amounts.ts';

/** The meaning of a word; each format has its own colours for these. */
export type Tone = 'good' | 'warn' | 'bad' | 'muted' | 'plain' | 'strong' | 'accent' | 'action';
export type Wording = { label: string; tone: Tone };

export const OUTCOMES = {
  enabled: { label: 'enabled', tone: 'good' },
  harmed: { label: 'harmed', tone: 'bad' },
  'both-failed': { label: 'both failed', tone: 'plain' },
  'not-invoked': { label: 'not invoked', tone: 'muted' },
  'both-passed': { label: 'both passed', tone: 'plain' },
  'not-measured': { label: NOT_MEASURED, tone: 'muted' },
} as const satisfies Record<PairOutcome, Wording>;

export const TOKEN_CHANGES = {
  less: { label: 'fewer tokens', tone: 'good' },
  similar: { label: 'similar tokens', tone: 'plain' },
  more: { label: 'more tokens', tone: 'warn' },
} as const satisfies Record<CostChange, Wording>;

export const TIME_CHANGES = {
  less: { label: 'faster', tone: 'good' },
  similar: { label: 'similar time', tone: 'plain' },
  more: { label: 'slower', tone: 'warn' },
} as const satisfies Record<CostChange, Wording>;

export const STATUSES = {
  Pass: { label: 'Pass', tone: 'good' },
  Caution: { label: 'Caution', tone: 'warn' },
  Risky: { label: 'Risky', tone: 'bad' },
} as const satisfies Record<SecurityStatus, Wording>;

export const ATTRIBUTIONS = {
  skill: { label: 'the skill', tone: 'bad' },
  agent: { label: 'the agent too', tone: 'warn' },
  unknown: { label: 'unknown', tone: 'warn' },
} as const satisfies Record<ProbeAttribution, Wording>;

export const SEVERITIES = {
  critical: { label: 'critical', tone: 'bad' },
  high: { label: 'high', tone: 'bad' },
  medium: { label: 'medium', tone: 'warn' },
  low: { label: 'low', tone: 'plain' },
  info: { label: 'info', tone: 'muted' },
} as const satisfies Record<Severity, Wording>;

export const GROUPS = {
  abnormal_behavior_control: 'Abnormal behaviour control',
  permission_boundary: 'Permission boundary',
  sensitive_data_protection: 'Sensitive data protection',
} as const satisfies Record<ProbeGroup, string>;

/** What is missing for a score, and in which arm. */
export const MISSING = {
  'baseline-ungraded': { arm: 'baseline', what: 'the baseline has no grade' },
  'with-skill-ungraded': { arm: 'with-skill', what: 'the arm with the skill has no grade' },
  'baseline-tokens-missing': { arm: 'baseline', what: 'the tokens of the baseline are not known' },
  'with-skill-tokens-missing': { arm: 'with-skill', what: 'the tokens with the skill are not known' },
  'baseline-time-missing': { arm: 'baseline', what: 'the time of the baseline is not known' },
  'with-skill-time-missing': { arm: 'with-skill', what: 'the time with the skill is not known' },
} as const satisfies Record<InvalidReason, { arm: Arm; what: string }>;

export const ARMS = {
  baseline: 'the baseline arm',
  'with-skill': 'the arm with the skill',
} as const satisfies Record<Arm, string>;

export const UNGRADED_REASONS = {
  'sandbox-failed': 'The sandbox failed',
  'upstream-failed': 'The model gave no answer',
  'agent-crashed': 'The agent crashed',
  interrupted: 'The run was interrupted',
  'run-budget': "The run's budget cut the baseline short",
  'grader-crashed': 'The graders or their reference solution do not work',
  'harness-failed': 'Assay itself failed',
  'harness-stopped': 'Assay was stopped during the trial',
  'baseline-contaminated': 'The baseline had seen the skill',
  'skill-changed': 'The skill was changed during the trial',
  'attestation-failed': 'The sandbox failed its attestation',
  'audit-tampered': 'The record of processes was tampered with',
  inconclusive: 'The evidence is inconclusive',
  'evidence-lost': 'The evidence is lost',
} as const satisfies Record<UngradedReason, string>;

export const SIMULATED = {
  title: 'A script answered instead of a model.',
  text: 'Every answer in this run was written in advance. The numbers show how Assay works; they say nothing about the skill.',
} as const;

export const REPLAYED = {
  title: 'The answers were replayed from a recording.',
  text: 'No model was asked in this run. Tokens and model time are those of the recording; the time of tools was measured again.',
} as const;
