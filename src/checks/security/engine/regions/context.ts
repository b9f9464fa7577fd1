import { isFixturePath } from '../readings/file-kind.ts';
import type { Identity } from './identity.ts';
import { isProse, type Region } from './region.ts';

/** What surrounds a region says about the text in it. */
export type Context = {
  /** It is introduced as something to avoid, detect or learn from. */
  isWarnedOf: boolean;
  /** It is among tests, fixtures, examples or evaluations. */
  isFixture: boolean;
  /** It is in a reference that is read when needed, not in the instructions themselves. */
  isReference: boolean;
};

const WARNING_TITLE =
  /\b(?:anti.?patterns?|red flags?|what not to|(?:look|watch|scan|check) for|do not|don'?ts?|never|avoid(?:ing)?|dangerous|attack(?:s|er|ers)?|threats?|vulnerab\w{1,10}|malicious|malware|exploits?|unsafe|insecure|bad|wrong|incorrect|forbidden|prohibited|blocked|deny.?list|block.?list|detect(?:ion|ing|s|ed)?|indicators?|signs? of|intru(?:der|sion)s?|compromised?|injection|jailbreaks?|suspicious|pitfalls?|mistakes?|code smells?|violations?|misuse|abuse|negative examples?)\b/i;
const WARNING_LEAD =
  /(?:❌|🚫|⛔|✗|\b(?:(?:never|avoid|do not|don't|must not|should not)(?!\s(?:skip|forget|omit|miss|hesitate|worry|wait|interrupt|close|ask|tell|mention|show|stop)\b)|bad|wrong|incorrect|unsafe|insecure|vulnerable|dangerous|malicious|suspicious|attackers?|adversar(?:y|ies)|red flags?|anti-?pattern|(?<!\b(?:the|this|a) )flag(?:s|ged)?|detects?|reject(?:s|ed)?|(?<!\b(?:the|this|a|each|code|following) )block(?:s|ed)?|prevent(?:s|ed)?|refuse[sd]?|forbidden|prohibited|look for|check for|scan for|search for|watch for|report (?:these|any|the following)|warning signs?|instead of|rather than|exploits?)\b)/i;
const WARNING_LINE =
  /^\s*(?:#|\/\/|--|\/\*|<!--)?\s*(?:❌|🚫|⛔|✗|x(?=\s)|bad\b|wrong\b|unsafe\b|insecure\b|vulnerable\b|never\b|don'?t\b|do not\b|avoid\b|anti-?pattern|dangerous\b|attack\b|malicious\b|example of)/i;
const REFERENCE_PATH =
  /(?:^|\/)(?:references?|docs?|resources|knowledge|guides?)\/|(?:^|\/)(?:readme|changelog|contributing|security)\.md$/i;

export function contextOf(region: Region, start: number): Context {
  const { file } = region;
  const line = lineAround(region.text, start);
  return {
    isWarnedOf:
      isIntroducedAsBad(region) ||
      (region.kind === 'code' &&
        (WARNING_LINE.test(line) || WARNING_LINE.test(lineBefore(region.text, start)))),
    isFixture: isFixturePath(file.path),
    isReference: REFERENCE_PATH.test(file.path),
  };
}

/**
 * Attacks are the subject of the text: the skill is about security and the place is not in its own scripts.
 */
export function isLesson(region: Region, context: Context, { teachesSecurity }: Identity): boolean {
  return teachesSecurity && (context.isWarnedOf || context.isReference || isSpecimen(region));
}

const EXAMPLE_LEAD =
  /\b(?:such as|for example|e\.g\.|looks? like|like (?:this|these|so)|examples?|reads?|says?)\b[^\n.!?]{0,40}:?\s*$/i;

/** It is displayed to be looked at: a row of a table, or a quotation that is announced as an example. */
function isSpecimen({ kind, lead }: Region): boolean {
  return kind === 'table' || (kind === 'quote' && EXAMPLE_LEAD.test(lead));
}

/** A warning that introduces the whole region, not one that a comment inside it gives. */
export function isIntroducedAsBad({ headings, lead, kind }: Region): boolean {
  return headings.some((title) => WARNING_TITLE.test(title)) || (kind !== 'prose' && WARNING_LEAD.test(lead));
}

const TOLD_TO_RUN =
  /(?:^|[.:;,]\s|\*\*|[-*\d]\.?\s|\b(?:must|should|need to|first|then|now|next|please|always)\s)(?:run|execute|install|start|invoke|use|paste|launch|update)\b/im;
const SETTING_UP =
  /\b(?:install(?:ation|ing)?|set ?up|usage|prerequisites?|quick ?start|getting started|requirements|workflow|steps?|bootstrap)\b/i;

/** It is displayed in a lesson, and nothing before it tells the reader to run it. */
export function isExhibit({ kind, lead, headings }: Region, { isSecurityCourse }: Identity): boolean {
  const isIntroduced = lead !== '' || headings.length > 0;
  const isTold = TOLD_TO_RUN.test(lead) || headings.some((title) => SETTING_UP.test(title));
  return isSecurityCourse && kind === 'code' && isIntroduced && !isTold;
}

/** The running text of a course names a command to explain it, unless the text says to run it. */
export function isNamedInCourse(region: Region, { isSecurityCourse }: Identity): boolean {
  return isSecurityCourse && isProse(region) && !TOLD_TO_RUN.test(region.text);
}

const MAX_LINE = 400;

function lineAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_LINE), at);
  return before.slice(before.lastIndexOf('\n') + 1) + text.slice(at, at + 40);
}

function lineBefore(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1);
  if (from <= 0) return '';
  const before = text.lastIndexOf('\n', from - 1) + 1;
  return text.slice(Math.max(before, from - MAX_LINE), from);
}
