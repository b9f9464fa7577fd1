import type { TranscriptEvent } from '../../contracts/transcript.ts';

/** What an event says, with its own lines. The input of a tool is shown by name, so that a script keeps its lines too. */
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

/** A turn that only calls a tool has nothing to read but the call. */
export function isSilent(event: TranscriptEvent): boolean {
  return event.kind === 'assistant' && event.text.trim() === '';
}

function inputText(input: Record<string, unknown>): string {
  return Object.entries(input)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? ownLines(value) : JSON.stringify(value)}`)
    .join('\n');
}

/** Several lines begin below the name, so that they keep their indentation. */
function ownLines(value: string): string {
  return value.includes('\n') ? `\n${value}` : value;
}
