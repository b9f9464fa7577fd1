import type { SecurityEvidence } from '../../../contracts/site-report.ts';
import { INJECTION_RULES } from '../../security/rules/rules.ts';

export type RiskKind = Exclude<keyof SecurityEvidence, 'crossOriginArtifacts'>;

const KINDS = new Map<string, RiskKind>([
  ...INJECTION_RULES.map(({ id }): [string, RiskKind] => [id, 'injections']),
  ['security/secret', 'credentials'],
  ['security/possible-secret', 'credentials'],
  ['security/broad-tool-grant', 'toolGrants'],
  ['security/hook', 'hooks'],
  ['security/plugin', 'hooks'],
  ['security/dynamic-context', 'dynamicContext'],
  ['security/external-url', 'externalUrls'],
]);

/**
 * What the published check calls a finding of the security review; null for a finding about the reviewing
 * itself.
 */
export function riskKindOf(rule: string): RiskKind | null {
  if (!rule.startsWith('security/')) return null;
  return KINDS.get(rule) ?? 'suspiciousCommands';
}
