import type { Severity } from '../../../../contracts/finding.ts';
import { type OutcomeOf, outcomeBudget } from '../budget/outcome-budget.ts';
import { hasOneOf } from '../regions/glance.ts';
import { type ProsePassage, spotAt } from '../regions/passage.ts';
import type { RuleId, Signal } from '../signal.ts';
import { isPlaceholder, isRandom } from './randomness.ts';

type SecretPattern = { name: string; cue: string; pattern: RegExp };

/** Tokens whose form names their provider. */
const TOKENS: readonly SecretPattern[] = [
  { name: 'an AWS access key', cue: 'IA', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'a GitHub token', cue: 'gh', pattern: /\bgh[opusr]_[A-Za-z0-9]{36}\b/g },
  { name: 'a GitHub token', cue: 'github_pat_', pattern: /\bgithub_pat_[A-Za-z0-9_]{60,90}\b/g },
  { name: 'an Anthropic key', cue: 'sk-ant-', pattern: /\bsk-ant-[a-z0-9]{3,8}-[\w-]{60,120}/g },
  { name: 'an OpenAI key', cue: 'sk-', pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]{40,180}/g },
  { name: 'a Slack token', cue: 'xox', pattern: /\bxox[abeoprs]-(?:\d{8,14}-){1,3}[A-Za-z0-9]{20,64}\b/g },
  {
    name: 'a Slack webhook',
    cue: 'hooks.slack.com',
    pattern: /hooks\.slack\.com\/services\/T[A-Z0-9]{8,12}\/B[A-Z0-9]{8,12}\/[A-Za-z0-9]{20,30}/g,
  },
  {
    name: 'a Discord webhook',
    cue: '/webhooks/',
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{60,80}/g,
  },
  { name: 'a Telegram bot token', cue: ':AA', pattern: /\b\d{8,10}:AA[\w-]{32,34}\b/g },
  { name: 'a Google API key', cue: 'AIza', pattern: /\bAIza[\w-]{35}\b/g },
  { name: 'a GitLab token', cue: 'glpat-', pattern: /\bglpat-[\w-]{20,26}\b/g },
  { name: 'an npm token', cue: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'a PyPI token', cue: 'pypi-AgE', pattern: /\bpypi-AgE[\w-]{50,200}/g },
  { name: 'a Stripe key', cue: '_live_', pattern: /\b[sr]k_live_[A-Za-z0-9]{24,99}\b/g },
  { name: 'a SendGrid key', cue: 'SG.', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}\b/g },
  { name: 'a Hugging Face token', cue: 'hf_', pattern: /\bhf_[A-Za-z]{34}\b/g },
  { name: 'a DigitalOcean token', cue: 'dop_v1_', pattern: /\bdop_v1_[0-9a-f]{64}\b/g },
  { name: 'a Shopify token', cue: 'shp', pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-f]{32}\b/g },
  { name: 'a Databricks token', cue: 'dapi', pattern: /\bdapi[0-9a-f]{32}\b/g },
  { name: 'an Azure storage key', cue: 'AccountKey=', pattern: /AccountKey=[A-Za-z0-9+/]{86}==/g },
];
const PRIVATE_KEY =
  /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|PGP) )?PRIVATE KEY(?: BLOCK)?-----\s{0,4}(?:\\n)?[A-Za-z0-9+/=\s\\]{60}/g;
const ASSIGNED =
  /(?<![a-z])(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret|password|passwd|private[_-]?key)["']?\s{0,3}[:=]\s{0,3}["']([A-Za-z0-9+/_=.~!@#$%^&*-]{16,120})["']/gi;
/** An assignment without quotes, as in settings, on a line of its own. */
const SET =
  /^\s{0,8}(?:export\s{1,3})?[\w.-]{0,40}(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?token|auth[_-]?token|client[_-]?secret|password)\s{0,3}[:=]\s{0,3}([A-Za-z0-9+/_=-]{20,120})\s{0,3}$/gim;
const CONNECTION =
  /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqps?):\/\/[\w.-]{1,60}:([^\s@/"'`<>{}$]{8,80})@([\w.-]{4,200})/g;
const NAME = /(?:key|secret|token|passw(?:or)?d)["']?\s{0,3}[:=]/i;
const hasDatabase = hasOneOf(['postgres', 'postgresql', 'mysql', 'mongodb', 'redis', 'amqp', 'amqps']);
/** The patterns, each with a quick test of whether it can match at all. */
const POSSIBLE = [
  { isCued: ({ text }: ProsePassage) => NAME.test(text), patterns: [ASSIGNED, SET] },
  { isCued: ({ glance }: ProsePassage) => hasDatabase(glance), patterns: [CONNECTION] },
];
const MAX_SECRETS = 20;

/** Finds secrets by their provider's format, and random values after the name of a secret. */
export function secretSignals(passage: ProsePassage, outcomeOf: OutcomeOf): Signal[] {
  const { text, glance } = passage;
  if (glance.longRuns.length === 0) return [];
  const signals: Signal[] = [];
  for (const { name, cue, pattern } of TOKENS) {
    if (!text.includes(cue)) continue;
    for (const match of text.matchAll(pattern))
      if (!isPlaceholder(match[0], text, match.index) && isRandom(match[0]))
        signals.push(
          ...at(passage, match.index, match[0].length, 'security/secret', 'high', `Contains ${name}`),
        );
  }
  if (text.includes('PRIVATE KEY'))
    for (const match of text.matchAll(PRIVATE_KEY))
      if (isRandom(match[0].slice(-60)) && !isPlaceholder(match[0], text, match.index))
        signals.push(...at(passage, match.index, 30, 'security/secret', 'high', 'Contains a private key'));
  return [...signals, ...possible(passage)].filter(outcomeBudget(MAX_SECRETS, outcomeOf));
}

function possible(passage: ProsePassage): Signal[] {
  const { text } = passage;
  const signals: Signal[] = [];
  const cued = POSSIBLE.filter(({ isCued }) => isCued(passage));
  for (const pattern of cued.flatMap(({ patterns }) => patterns)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? '';
      const isLocal = /localhost|127\.0\.0\.1|example|host|db\b|postgres$/i.test(match[2] ?? '');
      if (isLocal || isPlaceholder(value, text, match.index) || !isRandom(value)) continue;
      signals.push(...at(passage, match.index, match[0].length, 'security/possible-secret', 'low', null));
      if (signals.length >= MAX_SECRETS) return signals;
    }
  }
  return signals;
}

function at(
  passage: ProsePassage,
  start: number,
  length: number,
  rule: RuleId,
  severity: Severity,
  title: string | null,
): Signal[] {
  const spot = spotAt(passage, start, length);
  if (spot === null) return [];
  const isShown =
    severity === 'high' &&
    spot.region.kind !== 'script' &&
    spot.region.kind !== 'data' &&
    spot.region.kind !== 'frontmatter';
  return [
    {
      ...spot,
      rule,
      severity: isShown ? 'medium' : severity,
      confidence: 'medium',
      polarity: 'asserted',
      isConcrete: true,
      title,
    },
  ];
}
