import type { TranscriptEvent } from '../../contracts/transcript.ts';

/**
 * The text of an event, with its own line breaks. The input of a tool is listed by name, so that a script
 * keeps its lines.
 */
export function eventText(event: TranscriptEvent): string {
  if (event.kind === 'tool-call') return inputText(event.input);
  return event.kind === 'tool-result' ? event.output : event.text;
}

export function toolOf(event: TranscriptEvent): string | null {
  return event.kind === 'tool-call' ? event.tool : null;
}

export function isErrorEvent(event: TranscriptEvent): boolean {
  return event.kind === 'tool-result' && event.isError;
}

/** Says why a call does not count; `null` if it does, and for anything else. */
export function whyNotCounted(event: TranscriptEvent): string | null {
  if (event.kind !== 'tool-call') return null;
  if (event.isAside !== undefined) return 'asked for beside the agent, so it does not count';
  return event.notOffered === undefined ? null : 'not offered, so it does not count';
}

/** A turn that only calls a tool has no text of its own. */
export function isSilent(event: TranscriptEvent): boolean {
  return event.kind === 'assistant' && event.text.trim() === '';
}

function inputText(input: Record<string, unknown>): string {
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? ownLines(value) : JSON.stringify(value)}`)
    .join('\n');
}

/** A value of several lines begins below its name, so that it keeps its indentation. */
function ownLines(value: string): string {
  return value.includes('\n') ? `\n${value}` : value;
}
