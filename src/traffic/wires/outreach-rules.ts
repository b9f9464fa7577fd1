import { memberOf } from './member-of.ts';

/**
 * What is wrong with the value of a member, or with a part of it, and where that is below the member. `of` is all that
 * the provider would be given for it, if that is more than the value.
 */
export type Breach = { at: string; expected: string; value: unknown; of?: unknown };

/** Judges the value of a member. `not-read`: it is data that only the client or the model reads. */
export type OutreachRule = 'not-read' | ((value: unknown) => Breach | null);

/** The rules of a wire, by the names of members. Some services read names in any case. */
export class OutreachRules {
  readonly #exact: ReadonlyMap<string, OutreachRule>;
  readonly #folded: ReadonlyMap<string, OutreachRule>;

  constructor(rules: readonly (readonly [name: string, rule: OutreachRule])[]) {
    this.#exact = new Map(rules);
    const judging = rules.filter(([, rule]) => rule !== 'not-read');
    this.#folded = new Map(judging.map(([name, rule]) => [name.toLowerCase(), rule]));
  }

  of(name: string): OutreachRule | undefined {
    return this.#exact.get(name) ?? this.#folded.get(name.toLowerCase());
  }
}

/** Every tool of a list is of one of these types. One without a type is a function, or is refused by the provider. */
export function toolsOfTypes(types: RegExp, named: string): OutreachRule {
  return (tools) =>
    firstBreach(tools, (tool) => {
      const type = memberOf(tool, 'type') ?? null;
      if (type === null || (typeof type === 'string' && types.test(type))) return null;
      return { at: '.type', expected: `a tool that the client runs (${named})`, value: type, of: tool };
    });
}

/** Content that is in the request itself, as a data URL, and nothing that the provider would fetch. */
export const inDataUrl: OutreachRule = (value) => {
  const at = typeof value === 'object' ? '.url' : '';
  const url = at === '' ? value : memberOf(value, 'url');
  if (typeof url !== 'string' || url === '' || /^data:/i.test(url)) return null;
  return { at, expected: 'a data URL', value: url };
};

/** Content as base64 or as a data URL. Some services fetch a URL that is in its place. */
export const inBase64: OutreachRule = (value) =>
  typeof value === 'string' && /^(?!data:)[a-z][a-z0-9+.-]*:/i.test(value.trimStart().slice(0, 64))
    ? { at: '', expected: 'the content itself', value }
    : null;

/** A member that may be there without a value. */
export const unset: OutreachRule = (value) =>
  isEmpty(value) ? null : { at: '', expected: 'nothing', value };

/** The names under which services that pass requests on are told to ask another model, or another place. */
export const NO_OTHER_MODEL: readonly (readonly [string, OutreachRule])[] = [
  ...['models', 'route', 'fallbacks', 'fallback_models', 'context_window_fallbacks'],
  ...['content_policy_fallbacks', 'api_base', 'base_url', 'mock_response'],
].map((name) => [name, unset] as const);

/** The id of something that the provider keeps. A schema may describe a property of that name. */
export const noId: OutreachRule = (value) =>
  typeof value === 'string' && value !== '' ? { at: '', expected: 'the content itself', value } : null;

export function firstBreach(list: unknown, breachOf: (item: unknown) => Breach | null): Breach | null {
  if (!Array.isArray(list)) return null;
  for (const [index, item] of list.entries()) {
    const breach = breachOf(item);
    if (breach !== null) return { ...breach, at: `[${index}]${breach.at}` };
  }
  return null;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}
