import type { RequestFault } from '../wire.ts';
import type { Breach, OutreachRules } from './outreach-rules.ts';

const NO_RECORD =
  'What the provider runs, fetches or keeps by itself is on no record, and is not open to a trial.';
const LONGEST_SHOWN = 200;

/**
 * Finds the first member of a request, at any depth, with which the provider itself would run something, connect to
 * something or open what it keeps. The rules are by the names of members.
 */
export function outreachIn(value: unknown, rules: OutreachRules, path = ''): RequestFault | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const field = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const rule = Array.isArray(value) ? undefined : rules.of(name);
    if (rule === 'not-read') continue;
    const breach = rule?.(inner) ?? null;
    if (breach !== null) return described(field, breach);
    const found = outreachIn(inner, rules, field);
    if (found !== null) return found;
  }
  return null;
}

function described(member: string, { at, expected, value, of = value }: Breach): RequestFault {
  const field = `${member}${at}`.slice(0, LONGEST_SHOWN).toWellFormed();
  const text = JSON.stringify(value) ?? 'nothing';
  const received = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return {
    field,
    fault: `${field}: expected ${expected}, received ${received}. ${NO_RECORD}`,
    outreach: JSON.stringify(of) ?? '',
  };
}
