import { printable } from '../../base/printable.ts';

/** Receives one line of text for people at a time. */
export type Progress = (line: string) => void;

/** How much is shown of the output of a command that failed. */
const SHOWN_LINES = 15;
export const KEPT_CHARACTERS = 64 * 1024;

type EngineMessage = { stream?: string; error?: string };

/** Follows a build, pull or import to its end: one JSON message per line; an error message ends it. */
export async function followProgress(answer: NodeJS.ReadableStream, progress: Progress): Promise<void> {
  let unfinished = '';
  let output = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) {
    const lines = `${unfinished}${chunk}`.split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines.filter((text) => text.trim() !== '')) {
      const message: EngineMessage = JSON.parse(line);
      if (message.error !== undefined) throw new Error(withEndOf(output, message.error));
      const { stream = '' } = message;
      if (stream.startsWith('Step ')) progress(inShort(stream));
      output = stream.startsWith('Step ') ? '' : `${output}${stream}`.slice(-KEPT_CHARACTERS);
    }
  }
}

/** What failed, and the last that a command said before it did. */
export function withEndOf(output: string, failure: string): string {
  const lines = output.split('\n').map((line) => printable(line.split('\r').at(-1) ?? ''));
  const last = lines.filter((line) => line.trim() !== '').slice(-SHOWN_LINES);
  return last.length === 0 ? failure : [`${failure}. The end of its output:`, ...last].join('\n  ');
}

function inShort(step: string): string {
  return step.trim().replace(/\s+/g, ' ').slice(0, 80);
}
