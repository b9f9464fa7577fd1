import { type ProsePassage, spotAt } from '../regions/passage.ts';
import { isProse } from '../regions/region.ts';
import type { Signal } from '../signal.ts';
import { invisibleRuns } from './invisible-text.ts';

/** Text that a reader cannot see: invisible characters, reordered text, and text without a size. */
export function hiddenSignals(passage: ProsePassage): Signal[] {
  const unseen = passage.glance.hasUnseen ? [...invisible(passage), ...reordered(passage)] : [];
  return [...unseen, ...styledAway(passage)];
}

function invisible(passage: ProsePassage): Signal[] {
  return invisibleRuns(passage.text).flatMap(({ start, end, how, decoded, isHarmless }) =>
    signal(passage, start, end - start).map((spot) => ({
      ...spot,
      rule: 'security/invisible-text',
      severity: isHarmless ? 'info' : decoded === '' ? 'medium' : 'high',
      title: decoded === '' ? `Carries ${how}` : `Carries text in ${how}: ${decoded.slice(0, 200)}`,
    })),
  );
}

const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const OVERRIDE = /[\u202d\u202e]/;

/** Direction marks are ordinary near text that runs from right to left; an override is not. */
function reordered(passage: ProsePassage): Signal[] {
  return [...passage.text.matchAll(BIDI).take(50)].flatMap((match) => {
    const around = passage.text.slice(Math.max(0, match.index - 80), match.index + 80);
    const isOrdinary = RIGHT_TO_LEFT.test(around.replace('\ufeff', '')) && !OVERRIDE.test(match[0]);
    return signal(passage, match.index, 1).map((spot) => ({
      ...spot,
      rule: 'security/bidi-control',
      severity: isOrdinary ? 'info' : OVERRIDE.test(match[0]) || !isProse(spot.region) ? 'high' : 'medium',
    }));
  });
}

const HIDING_STYLE =
  /<\w{1,12}\b[^>\n]{0,200}\shidden(?:\s{0,2}=\s{0,2}["']?(?:hidden|true)?["']?)?\s{0,2}>\s{0,5}[^<\n]{20}|<\w{1,12}\b[^>\n]{0,200}style\s{0,2}=\s{0,2}["'][^"'\n]{0,200}(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden|font-size\s{0,2}:\s{0,2}0|opacity\s{0,2}:\s{0,2}0(?:\.0)?\b|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b)[^"'\n]{0,200}["'][^>\n]{0,200}>\s{0,5}[^<\n]{20}/gi;

/** Only running text is checked; pages and their code hide parts of themselves for good reasons. */
function styledAway(passage: ProsePassage): Signal[] {
  if (!passage.text.includes('style') && !passage.text.includes(' hidden')) return [];
  return [...passage.text.matchAll(HIDING_STYLE).take(20)]
    .flatMap((match) => signal(passage, match.index, match[0].length))
    .filter(({ region }) => isProse(region))
    .map((spot) => ({ ...spot, rule: 'security/hidden-markup', severity: 'medium' }));
}

function signal(passage: ProsePassage, start: number, length: number): Omit<Signal, 'rule' | 'severity'>[] {
  const spot = spotAt(passage, start, length);
  return spot === null
    ? []
    : [{ ...spot, confidence: 'high', polarity: 'asserted', isConcrete: true, title: null }];
}
