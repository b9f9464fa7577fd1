/** A base verb and its forms, as for a regular English verb; a form that does not exist does no harm. */
export function verbForms(verb: string): string[] {
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb))
    return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  const present = /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const doubles = DOUBLED.test(verb) && (verb.length <= 5 || STRESSED_AT_THE_END.has(verb));
  const stem = doubles ? verb + verb.slice(-1) : verb;
  return [verb, present, `${stem}ed`, `${stem}ing`];
}

const DOUBLED = /(?:[^aeiou]|^)[aeiou][bdgmnprt]$/;
const STRESSED_AT_THE_END = new Set([
  'forget',
  'submit',
  'permit',
  'omit',
  'transmit',
  'transfer',
  'refer',
  'defer',
]);
