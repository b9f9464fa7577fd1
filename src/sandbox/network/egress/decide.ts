import { type CompiledPattern, compilePattern } from '../../../base/compile-pattern.ts';
import type { EgressFixture, EgressPolicy } from '../../../contracts/egress.ts';

/** A host and port that something inside asked for. */
export type Target = { host: string | null; port: number };

const WEB_PORTS = [80, 443];

/** Each fixture's pattern is compiled once: that takes a millisecond, and a client may ask thousands of times. */
const compiled = new WeakMap<EgressFixture, CompiledPattern>();

export function isAllowed(policy: EgressPolicy, { host, port }: Target): boolean {
  return policy.kind === 'allow' && isIn(policy.hosts, { host, port });
}

export function isIn(entries: readonly string[], { host, port }: Target): boolean {
  return host !== null && entries.some((entry) => covers(entry, host, port));
}

/** Whether a TLS connection is opened, so that what it carries is seen and answered like any other request. */
export function isOpened(policy: EgressPolicy, target: Target): boolean {
  if (policy.kind !== 'allow') return policy.kind === 'fixtures';
  return isAllowed(policy, target) && !isIn(policy.unopened, target);
}

export function fixtureFor(policy: EgressPolicy, method: string, url: string): EgressFixture | null {
  if (policy.kind !== 'fixtures') return null;
  const isMatch = (fixture: EgressFixture) =>
    (fixture.method ?? method) === method && patternOf(fixture).test(url);
  return policy.fixtures.find(isMatch) ?? null;
}

function patternOf(fixture: EgressFixture): CompiledPattern {
  const pattern = compiled.get(fixture) ?? compilePattern(fixture.url);
  compiled.set(fixture, pattern);
  return pattern;
}

export function isSameHost(one: Target, other: Target): boolean {
  return plainName(one) === plainName(other);
}

function plainName({ host }: Target): string | null {
  return host?.toLowerCase().replace(/\.$/, '') ?? null;
}

function covers(entry: string, host: string, port: number): boolean {
  const [name = '', ownPort] = entry.split(':');
  const isPort = ownPort === undefined ? WEB_PORTS.includes(port) : Number(ownPort) === port;
  const asked = host.toLowerCase().replace(/\.$/, '');
  return isPort && (name.startsWith('*.') ? asked.endsWith(name.slice(1)) : asked === name);
}
