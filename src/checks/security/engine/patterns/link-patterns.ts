import { type OutcomeOf, outcomeBudget } from '../budget/outcome-budget.ts';
import { hostOf } from '../known/hosts.ts';
import type { Identity } from '../regions/identity.ts';
import { type ProsePassage, spotAt } from '../regions/passage.ts';
import type { Signal } from '../signal.ts';

/**
 * An image or link whose address is to be filled in. Images are loaded without anybody clicking. Where no bracket is near
 * enough, the lookahead spares trying every way to divide the address.
 */
const FILLED =
  /(!)?(?:\[[^\]\n]{0,120}\]\()?(https?:\/\/(?=[^\s"'`)<{$[]{0,421}[<{$[])[^\s"'`)<{$]{4,300}[?/=&](?:[^\s"'`)<{$]{0,120})(?:<[^>\n]{3,120}>|\{\{?[^}\n]{3,120}\}{1,2}|\$\([^)\n]{3,120}\)|\[[^\]\n]{3,80}\])(?:[^\s"'`)<>{}$]{0,60}(?:<[^>\n]{3,120}>|\{\{?[^}\n]{3,120}\}{1,2})){0,4})/g;
/** The same without the optional parts before it, so that the quick test starts only at addresses. */
const MAY_BE_FILLED =
  /https?:\/\/(?=[^\s"'`)<{$[]{0,421}[<{$[])[^\s"'`)<{$]{4,300}[?/=&][^\s"'`)<{$]{0,120}[<{$[]/;
/** The inserted value is something of the user's, not a parameter of the service. */
const CONTENT =
  /[<{([][^>})\]]{0,60}(?:content|base64|encoded|conversation|history|secret|password|token|credential|api_?key|access_?key|env\b|environment|transcript|summary of|file|prompt|message|private|user_?data|context|hex of|diff\b|source code)/i;

const MAX_LINKS = 20;

/** Addresses that carry away what is inserted into them. */
export function filledLinkSignals(passage: ProsePassage, identity: Identity, outcomeOf: OutcomeOf): Signal[] {
  if (!MAY_BE_FILLED.test(passage.text)) return [];
  const signals: Signal[] = [];
  for (const match of passage.text.matchAll(FILLED)) {
    const url = match[2] ?? '';
    const { standing, name } = hostOf(url, identity);
    const isCarrying =
      CONTENT.test(url) && (standing === 'drop' || (match[1] === '!' && standing === 'stranger'));
    const spot = isCarrying ? spotAt(passage, match.index, match[0].length) : null;
    if (spot !== null)
      signals.push({
        ...spot,
        rule: 'security/data-exfiltration',
        severity: 'high',
        confidence: 'medium',
        polarity: 'asserted',
        isConcrete: true,
        title: `Puts content into a link to ${name}`,
      });
  }
  return signals.filter(outcomeBudget(MAX_LINKS, outcomeOf));
}
