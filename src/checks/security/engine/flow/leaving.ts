import type { Severity } from '../../../../contracts/finding.ts';
import {
  type Host,
  type HostReputation,
  hostOf,
  isMetadataHost,
  isVendorHost,
  vendorOf,
} from '../known/hosts.ts';
import type { Identity } from '../regions/identity.ts';
import type { Signal } from '../signal.ts';
import type { Flow } from './find-flows.ts';
import { HIDDEN_FILE } from './shell/network-effects.ts';
import { TYPED_PASSWORD } from './shell/source-effects.ts';
import { type FlowVerdict, isThrownAway, signalOf } from './verdict.ts';

/** Something leaves the machine. */
export function sentVerdict(flow: Flow, host: Host, identity: Identity): FlowVerdict | null {
  const { source, asHeader } = flow;
  const to = host.name === '' ? 'another machine' : host.name;
  if (host.standing === 'local') return null;
  if (isThrownAway(flow.sink.at) && QUIETLY_SENT.has(source.kind))
    return {
      rule: 'security/data-exfiltration',
      severity: 'high',
      title: `Sends ${source.detail} to ${to} unseen, in the background`,
    };
  switch (source.kind) {
    case 'place':
    case 'credential':
      return sentStore(flow, host, to);
    case 'environment':
      return {
        rule: 'security/environment-exfiltration',
        severity: 'critical',
        title: `Sends the whole environment to ${to}`,
      };
    case 'environment-key':
      return sentKey(source.detail, asHeader, host, to);
    case 'identity':
      return {
        rule: 'security/machine-fingerprint',
        severity: host.standing === 'drop' || host.standing === 'stranger' ? 'high' : 'low',
        title: `Sends ${source.detail} to ${to}`,
      };
    case 'history':
      return {
        rule: 'security/data-exfiltration',
        severity: 'critical',
        title: `Sends ${source.detail} to ${to}`,
      };
    case 'surveillance':
      return {
        rule: 'security/surveillance',
        severity: 'critical',
        title: `Sends ${source.detail} to ${to}`,
      };
    case 'file':
      return sentFile(flow, host, to, identity);
    case 'named-file':
      return host.standing === 'drop' && !identity.words.has(host.name)
        ? { rule: 'security/data-exfiltration', severity: 'high', title: `Sends a file to ${to}` }
        : null;
    case 'project':
      return {
        rule: 'security/data-exfiltration',
        severity: BY_STANDING[host.standing],
        title: `Sends ${source.detail} to ${to}`,
      };
    case 'remote':
      return isMetadataHost(hostOf(source.detail, identity).name) && !isMetadataHost(host.name)
        ? {
            rule: 'security/credential-exfiltration',
            severity: 'critical',
            title: `Sends keys of the machine to ${to}`,
          }
        : null;
    case 'peer':
    case 'decoded':
      return null;
  }
}

/** Any file may go to the service that a skill is about, but not to a host that only a script names. */
function sentFile(
  { source, sink, hasAccount }: Flow,
  host: Host,
  to: string,
  identity: Identity,
): FlowVerdict | null {
  const { standing, name } = host;
  if (standing !== 'stranger' && standing !== 'drop') return null;
  const { region } = sink.at;
  const isNamed = standing === 'drop' ? identity.words.has(name) : identity.names(name);
  const isKnown = isNamed || hasAccount || (standing === 'drop' && identity.sharesFiles);
  const isOdd = standing === 'drop' || region.kind === 'script';
  const severity = HIDDEN_FILE.test(source.detail) || (isOdd && !isKnown) ? 'high' : 'medium';
  return { rule: 'security/data-exfiltration', severity, title: `Sends files to ${to}` };
}

const QUIETLY_SENT: ReadonlySet<string> = new Set(['project', 'identity', 'file', 'history']);

const BY_STANDING: Readonly<Record<HostReputation, Severity>> = {
  local: 'info',
  'well-known': 'low',
  related: 'low',
  unknown: 'low',
  stranger: 'high',
  drop: 'high',
};

/** Stores whose own service may be sent what they hold. */
const OWN_SERVICE: Readonly<Record<string, string>> = {
  'AWS credentials': 'amazonaws|amazon|aws',
  'Google Cloud credentials': 'google',
  'Azure credentials': 'azure|microsoft|windows.net',
  'Git credentials': 'github|gitlab',
  'package registry tokens': 'npmjs|pypi',
  'Docker credentials': 'docker',
  'agent credentials': 'anthropic|claude|openai|chatgpt|googleapis',
  'infrastructure tokens': 'terraform|hashicorp|digitalocean',
};

function sentStore({ source, asHeader }: Flow, host: Host, to: string): FlowVerdict | null {
  if (source.detail === source.detail.toUpperCase() && /_/.test(source.detail))
    return sentKey(source.detail, asHeader, host, to);
  const title = `Sends ${source.detail} to ${to}`;
  const isStrange = host.standing === 'stranger' || host.standing === 'drop';
  if (source.detail === TYPED_PASSWORD && !isStrange) return null;
  const service = OWN_SERVICE[source.detail];
  const isOwn = service !== undefined && isVendorHost(service, host.name);
  const isHandedOn = source.kind === 'credential' && !source.isPersonal;
  if (asHeader && (isOwn || isHandedOn || source.detail === '.env')) return null;
  const isOwnEntry = asHeader && source.kind === 'credential' && host.standing !== 'drop';
  if (isOwn || isOwnEntry) return { rule: 'security/credential-exfiltration', severity: 'medium', title };
  return {
    rule: 'security/credential-exfiltration',
    severity: asHeader && !source.isPersonal ? 'high' : 'critical',
    title,
  };
}

/** A service gets its own key, usually in a header; a vendor's key has no business elsewhere. */
function sentKey(name: string, asHeader: boolean, host: Host, to: string): FlowVerdict | null {
  const vendor = vendorOf(name);
  const title = `Sends ${name} to ${to}`;
  if (host.standing === 'drop') return { rule: 'security/foreign-key', severity: 'high', title };
  const isForeign = vendor !== null && host.standing === 'stranger' && !isVendorHost(vendor, host.name);
  if (!isForeign) return null;
  return { rule: 'security/foreign-key', severity: asHeader ? 'medium' : 'high', title };
}

const MANY_KEYS = 3;

/** Keys of several vendors in one request, which no service has a use for. */
export function manyKeys(flows: readonly Flow[], identity: Identity): Signal[] {
  const keys = flows.filter(
    ({ source, sink }) => sink.kind === 'network' && isKey(source.detail, source.kind),
  );
  return [...Map.groupBy(keys, ({ sink }) => sink).values()].flatMap((group) => {
    const vendors = new Set(group.map(({ source }) => vendorOf(source.detail) ?? source.detail));
    const [first] = group;
    if (first === undefined || vendors.size < MANY_KEYS) return [];
    const { name, standing } = hostOf(first.sink.detail, identity);
    const isOwnWay =
      group.every(({ asHeader }) => asHeader) && standing !== 'stranger' && standing !== 'drop';
    if (standing === 'local' || isOwnWay) return [];
    const title = `Sends the keys of ${vendors.size} services to ${name === '' ? 'another machine' : name}`;
    return [signalOf(first, { rule: 'security/credential-exfiltration', severity: 'critical', title })];
  });
}

function isKey(detail: string, kind: string): boolean {
  return kind === 'environment-key' || (kind === 'place' && /^[A-Z][A-Z0-9_]+$/.test(detail));
}
