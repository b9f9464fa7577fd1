import type { Polarity } from '../signal.ts';

const MENTION =
  /\b(?:like|such as|e\.g\.|for example|including|detects?|flags?|blocks?|blocked|prevents?|rejects?|warns?|stops?|exits? (?:with )?\d{1,3} for|denies|dangerous|destructive|commands? (?:like|such)|attack(?:s|ers?)?|adversar(?:y|ies)|intruders?|malware|malicious|risk)\b/i;
const CONDEMNED =
  /\b(?:signs? of|indicates?|suspicious|malicious|red flags?|dangerous|is rejected|are rejected)\b/i;
const NEGATION =
  /\b(?:(?:never|do not|don't|must not|should not)(?!\s(?:skip|forget|omit|miss|hesitate|worry|wait|interrupt|close|ask|tell|mention)\b)|(?<!\bto )avoid|cannot|can't|refuse|without|no)\b/i;
const BEFORE = 120;
const AFTER = 160;

/** The attitude of running text to a command in it: a sentence may name the command to forbid it. */
export function polarityAround(text: string, start: number, length: number): Polarity {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (NEGATION.test(startOfSentence(before))) return 'negated';
  const after = restOfSentence(text.slice(start + length, start + length + AFTER));
  return MENTION.test(before) || NEGATION.test(after) || CONDEMNED.test(after) ? 'mentioned' : 'asserted';
}

/** A negation in the previous sentence forbids something else. */
function startOfSentence(text: string): string {
  return text.split(/[.!?]["'`)]{0,2}\s|\n\s*\n/).at(-1) ?? text;
}

function restOfSentence(text: string): string {
  const end = text.search(/[.!?]["'`)]{0,2}\s|\n\s*\n/);
  return end === -1 ? text : text.slice(0, end);
}
