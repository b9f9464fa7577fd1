/** Receives one line of text for people at a time. */
export type Progress = (line: string) => void;

type EngineMessage = { stream?: string; error?: string };

/** Follows a build, pull or import to its end: one JSON message per line; an error message ends it. */
export async function followProgress(answer: NodeJS.ReadableStream, progress: Progress): Promise<void> {
  let unfinished = '';
  answer.setEncoding('utf8');
  for await (const chunk of answer) {
    const lines = `${unfinished}${chunk}`.split('\n');
    unfinished = lines.pop() ?? '';
    for (const line of lines.filter((text) => text.trim() !== '')) {
      const message: EngineMessage = JSON.parse(line);
      if (message.error !== undefined) throw new Error(message.error);
      if (message.stream?.startsWith('Step ')) progress(inShort(message.stream));
    }
  }
}

function inShort(step: string): string {
  return step.trim().replace(/\s+/g, ' ').slice(0, 80);
}
