import type { ModelAnswer } from './wire.ts';

/** A line of a terminal holds less. */
const MOST_CHARACTERS = 300;

/** The fields of tools that say most about a call, before any other text of it. */
const TELLING = ['command', 'cmd', 'script', 'file_path', 'path', 'name'];

/** What an agent does after this answer, in a few words for whoever watches: its last call, or what it says. */
export function doingOf({ toolCalls, text }: Pick<ModelAnswer, 'toolCalls' | 'text'>): string | null {
  const call = toolCalls.at(-1);
  if (call === undefined) return text.trim() === '' ? null : `says: ${shortened(text.trim())}`;
  const about = aboutInput(call.input);
  return shortened(about === '' ? call.tool : `${call.tool}: ${about}`);
}

function aboutInput(input: Record<string, unknown>): string {
  const known = new Map(Object.entries(input));
  const values = [...TELLING.map((name) => known.get(name)), ...known.values()];
  return values.map(textOf).find((text) => text !== '') ?? '';
}

/** Some agents give a command as a list of words. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS);
  if (!Array.isArray(value)) return '';
  const words = value.slice(0, MOST_CHARACTERS).filter((word) => typeof word === 'string');
  return words.map((word) => word.slice(0, MOST_CHARACTERS)).join(' ');
}

function shortened(text: string): string {
  return text.slice(0, MOST_CHARACTERS);
}
