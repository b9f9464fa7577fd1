import type { Severity } from '../../../../contracts/finding.ts';
import { type Host, type HostReputation, isTenant } from '../known/hosts.ts';
import type { Flow } from './find-flows.ts';
import { type FlowVerdict, isThrownAway } from './verdict.ts';

/** Something from outside, or out of an encoding, is run. */
export function runVerdict({ source, sink }: Flow, host: Host, milder: 0 | 1): FlowVerdict | null {
  const isLoader = /pickle|marshal|yaml|dill|joblib|torch|serialize/.test(sink.detail);
  if (source.kind === 'decoded') {
    if (isLoader && source.detail === '')
      return { rule: 'security/unsafe-deserialization', severity: 'medium', title: 'Loads what it decodes' };
    const shown = source.detail === '' ? '' : `: ${source.detail.slice(0, 120)}`;
    return {
      rule: 'security/decode-and-run',
      severity: milder === 1 ? 'medium' : 'high',
      title: `Runs what it decodes${shown}`,
    };
  }
  if (source.kind === 'peer')
    return {
      rule: 'security/reverse-shell',
      severity: 'critical',
      title: 'Runs what another machine sends it',
    };
  if (source.kind !== 'remote' || host.standing === 'local') return null;
  const rule = isLoader ? 'security/unsafe-deserialization' : 'security/download-and-run';
  const isMild = milder === 1 || /yaml|joblib|torch|shelve/.test(sink.detail);
  const severity =
    isThrownAway(sink.at) ||
    (host.standing === 'unknown' && runsInMemory(sink)) ||
    (host.standing === 'related' && (runsUnasked(sink.at) || runsInMemory(sink) || isTenant(host.name)))
      ? 'high'
      : RUN_SEVERITY[host.standing][host.isEncrypted && isMild ? 1 : 0];
  return {
    rule,
    severity,
    title: `Runs what it downloads from ${host.name === '' ? 'another machine' : host.name}`,
  };
}

const RUN_SEVERITY: Readonly<Record<HostReputation, readonly [Severity, Severity]>> = {
  local: ['info', 'info'],
  'well-known': ['low', 'low'],
  related: ['medium', 'low'],
  unknown: ['medium', 'low'],
  stranger: ['high', 'medium'],
  drop: ['critical', 'high'],
};

/** A program that runs fetched text as part of itself leaves no file that anybody could read. */
function runsInMemory({ detail, at }: Flow['sink']): boolean {
  return at.region.language !== 'bash' && /^(?:builtins\.)?(?:exec|eval|Function)$|^vm\./.test(detail);
}

/**
 * Settings, tasks and build files run without anybody reading them first; `-k` does not even check who
 * answers.
 */
function runsUnasked({ region, start, end }: Flow['sink']['at']): boolean {
  const command = region.text.slice(Math.max(0, start - 200), end);
  return (
    region.kind === 'data' ||
    /(?:^|\/)(?:setup|conftest)\.py$/.test(region.file.path) ||
    /\s(?:-[a-zA-Z]{0,6}k[a-zA-Z]{0,6}|--insecure|--no-check-certificate)\s/.test(command)
  );
}

/**
 * Something fetched or decoded is written to where it starts again, or where the agent takes instructions
 * from.
 */
export function plantedVerdict({ source, sink }: Flow, { standing }: Host): FlowVerdict | null {
  if (source.kind !== 'remote' && source.kind !== 'decoded') return null;
  const rule = sink.kind === 'startup' ? 'security/persistence' : 'security/agent-memory-write';
  const origin = source.kind === 'remote' ? 'downloads' : 'decodes';
  const severity = source.kind === 'remote' && standing === 'well-known' ? 'low' : 'high';
  return { rule, severity, title: `Writes what it ${origin} into ${sink.detail}` };
}
