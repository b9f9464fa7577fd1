import { innerPath } from '../drafting/inner-path.ts';
import { type Exact, fileExists, fileIsJson, says } from './exact.ts';

/** A literal in quotes. A single one inside a word is an apostrophe. */
const LITERAL = String.raw`(?:\`(?<code>[^\`]+)\`|"(?<double>[^"]+)"|“(?<curly>[^”]+)”|'(?<single>[^']+)')`;
const FILE = String.raw`(?:(?:the|a|an) )?(?:(?:output )?file )?(?:named |called )?\`(?<path>[^\`\s]+\.\w{1,8})\`(?: file)?`;
const WORD = `(?:(?:the|a) )?(?:exact )?(?:text |string |word |phrase |line )?`;
const ANSWER = '(?:the )?(?:agent.s )?(?:final )?(?:response|answer|reply)';

/** Whole sentences whose subject and object are in quotes, so that nothing of their meaning is left to guess. */
const SENTENCES: readonly { sentence: RegExp; exact: (path: string, literal: string) => Exact | null }[] = [
  {
    sentence: new RegExp(`^${FILE} (?:exists|is created|was created|has been created)$`, 'i'),
    exact: (path) => fileExists(path),
  },
  {
    sentence: new RegExp(`^${FILE} (?:is|parses as|contains) valid JSON$`, 'i'),
    exact: (path) => fileIsJson(path),
  },
  {
    sentence: new RegExp(`^${FILE} (?:contains|includes) ${WORD}${LITERAL}$`, 'i'),
    exact: (path, literal) => says(path, { contains: [literal] }),
  },
  {
    sentence: new RegExp(`^${FILE} (?:does not|doesn.t) (?:contain|include) ${WORD}${LITERAL}$`, 'i'),
    exact: (path, literal) => says(path, { lacks: [literal] }),
  },
  {
    sentence: new RegExp(`^${ANSWER} (?:contains|includes) ${WORD}${LITERAL}$`, 'i'),
    exact: (_, literal) => says(null, { contains: [literal] }),
  },
  {
    sentence: new RegExp(`^${ANSWER} (?:does not|doesn.t) (?:contain|include) ${WORD}${LITERAL}$`, 'i'),
    exact: (_, literal) => says(null, { lacks: [literal] }),
  },
];

/** Longer sentences say more than one thing. */
const LONGEST = 300;

/** The exact grader of an English sentence that can mean only one thing; `null` for any other. */
export function plainCheck(text: string): Exact | null {
  if (text.length > LONGEST) return null;
  const sentence = text.trim().replace(/\.$/, '');
  for (const { sentence: form, exact } of SENTENCES) {
    const groups = form.exec(sentence)?.groups;
    if (groups === undefined) continue;
    const { path: written = '', code, double, curly, single } = groups;
    const path = /[*?[\]{}<>$]/.test(written) ? null : innerPath(written);
    if (written !== '' && path === null) return null;
    return exact(path ?? '', code ?? double ?? curly ?? single ?? '');
  }
  return null;
}
