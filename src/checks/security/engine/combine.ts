import type { RuleBook } from './rule-book.ts';
import type { RuleId, Signal } from './signal.ts';

/** Adds signals for what several signals mean together but none means alone. */
export function combine(signals: readonly Signal[], rules: RuleBook): Signal[] {
  const told = signals.filter(
    ({ polarity, rule }) => polarity === 'asserted' && rules.get(rule).showsNoIntent !== true,
  );
  return [
    ...signals,
    ...hiddenActs(told),
    ...plantedOrders(told, signals.filter(isQuotedOrder), rules),
    ...sweeping(told),
    ...harvests(told),
    ...ransoms(told),
    ...opened(told),
    ...unseen(told, rules),
  ];
}

const QUIET: ReadonlySet<RuleId> = new Set(['security/conceals-from-user', 'security/approval-bypass']);

/**
 * "Do not mention it" only reduces noise, unless what must not be mentioned takes, sends, plants or destroys
 * something.
 */
function hiddenActs(signals: readonly Signal[]): Signal[] {
  const sections = Map.groupBy(signals, sectionOf);
  return signals
    .filter(({ rule, severity, region }) => QUIET.has(rule) && severity === 'low' && region.kind !== 'script')
    .filter(
      (quiet) =>
        sections.get(sectionOf(quiet))?.some((other) => isGrave(other) && isNear(quiet, other)) === true,
    )
    .map((quiet) => ({ ...quiet, severity: 'high' }));
}

const NEAR = 1500;

function isNear(one: Signal, other: Signal): boolean {
  return Math.abs(one.region.offset + one.start - other.region.offset - other.start) < NEAR;
}

function isGrave({ rule, severity }: Signal): boolean {
  return !QUIET.has(rule) && (severity === 'critical' || severity === 'high' || severity === 'medium');
}

/** What is written into memory or settings is an instruction for later; a signal near it says which. */
function plantedOrders(signals: readonly Signal[], quoted: readonly Signal[], rules: RuleBook): Signal[] {
  const writes = signals.filter(isStandingWrite);
  return writes.flatMap((write) => {
    const order =
      signals.find((signal) => isOrder(signal, write) && isPayload(signal, write)) ??
      quoted.find((signal) => signal.region === write.region && isBeside(signal, write));
    if (order === undefined) return [];
    const title = `${rules.get(write.rule).title}: ${rules.get(order.rule).title.toLowerCase()}`;
    return [{ ...write, severity: 'high', title }];
  });
}

function isStandingWrite({ rule }: Signal): boolean {
  return rule === 'security/agent-memory-write' || rule === 'security/agent-settings-write';
}

/** If a sentence mentions memory only in general, minor signals near it are no instructions for it. */
function isOrder(signal: Signal, write: Signal): boolean {
  if (isStandingWrite(signal)) return false;
  return isGrave(signal) || locationIn(write);
}

function locationIn({ region, start, end }: Signal): boolean {
  return /[\w-]\.\w|\/|[\s`"']\.[a-z]/.test(region.text.slice(start, end));
}

/** Quoted text that is to be written is still an instruction. */
function isQuotedOrder({ polarity, rule }: Signal): boolean {
  return polarity === 'mentioned' && (QUIET.has(rule) || rule === 'security/instruction-override');
}

const BESIDE = 160;

/** Whether two signals are in the same sentence, as far as their positions tell. */
function isBeside(one: Signal, other: Signal): boolean {
  return one.start < other.end + BESIDE && other.start < one.end + BESIDE;
}

const PAYLOAD_DISTANCE = 3000;

/** Whether a signal is in the text after the sentence, under the same heading. */
function isPayload({ region, start }: Signal, write: Signal): boolean {
  const distance = region.offset + start - (write.region.offset + write.start);
  return sectionOf(write) === sectionOf({ region }) && distance >= 0 && distance < PAYLOAD_DISTANCE;
}

/** Reading one store can be the task; reading several is collecting. */
function harvests(signals: readonly Signal[]): Signal[] {
  const reads = signals.filter(
    ({ rule, title, severity }) =>
      rule === 'security/credential-read' && title !== null && severity !== 'info',
  );
  return [...Map.groupBy(reads, ({ region }) => region.file).values()].flatMap((group) => {
    const stores = new Set(group.map(({ title }) => title));
    const [first] = group;
    if (first === undefined || stores.size < 2) return [];
    const list = [...stores].map((store) => store?.replace('Reads ', '')).join(', ');
    return [
      {
        ...first,
        rule: 'security/credential-harvest',
        severity: stores.size > 2 || /SSH|GnuPG|browser|wallet|keychain/.test(list) ? 'high' : 'medium',
        title: `Collects ${list}`,
      },
    ];
  });
}

const MANY_CONTROLS = 3;

/** Disabling one control can be a workaround; disabling several at once clears the way. */
function sweeping(signals: readonly Signal[]): Signal[] {
  const disabling = signals.filter(
    ({ rule, severity }) =>
      rule === 'security/disables-safety-control' && (severity === 'medium' || severity === 'high'),
  );
  return [...Map.groupBy(disabling, sectionOf).values()].flatMap((group) => {
    const lines = new Set(group.map(({ region, start }) => lineIn(region.text, start)));
    const [first] = group;
    if (first === undefined || lines.size < MANY_CONTROLS) return [];
    return [{ ...first, severity: 'high' as const, title: `Disables ${lines.size} safety controls` }];
  });
}

function lineIn(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(text.lastIndexOf('\n', start) + 1, end === -1 ? undefined : end);
}

/** Finds encryption in one step and deletion of the original in another. */
function ransoms(signals: readonly Signal[]): Signal[] {
  const halves = signals.filter(({ rule }) => rule === 'security/ransom');
  const deleting = halves.filter(({ severity }) => severity === 'medium');
  const isEncrypting = (one: Signal) =>
    halves.some(
      (other) => other.severity === 'info' && sectionOf(other) === sectionOf(one) && isNear(one, other),
    );
  return deleting.filter(isEncrypting).map((signal) => ({ ...signal, severity: 'high' }));
}

/** Finds an account with a known password whose protection is removed as well. */
function opened(signals: readonly Signal[]): Signal[] {
  const doors = signals.filter(
    ({ rule, severity }) => rule === 'security/privilege-escalation' && severity === 'medium',
  );
  return signals
    .filter(({ rule, severity }) => rule === 'security/plants-backdoor' && severity === 'medium')
    .filter((account) =>
      doors.some((door) => sectionOf(door) === sectionOf(account) && isNear(door, account)),
    )
    .map((account) => ({ ...account, severity: 'high' }));
}

/** Finds instructions where no reader looks: in a comment, or behind an encoding. */
function unseen(signals: readonly Signal[], rules: RuleBook): Signal[] {
  return signals.flatMap((signal): Signal[] => {
    const { region, rule, severity } = signal;
    if (severity === 'info') return [];
    if (region.kind === 'comment' && signal.region.layers.length === 0)
      return [
        {
          ...signal,
          rule: 'security/hidden-comment',
          severity: 'high',
          title: `${rules.get('security/hidden-comment').title}: ${rules.get(rule).title.toLowerCase()}`,
        },
      ];
    const layer = region.layers.find(({ encoding }) => !encoding.includes(' '));
    if (layer === undefined) return [];
    return [
      {
        ...signal,
        rule: 'security/encoded-instruction',
        severity: 'high',
        title: `Hides in ${layer.encoding}: ${layer.decoded.slice(0, 140)}`,
      },
    ];
  });
}

function sectionOf({ region }: Pick<Signal, 'region'>): string {
  return `${region.file.path}#${region.headings.join('#')}`;
}
