/** The parts of a task's text, by the names of their headings in small letters; '' is what stands before them. */
export type PromptSections = ReadonlyMap<string, string>;

const HEADING = /^##[ \t]+((?:prompt|user-persona)[ \t]*|(?:role|scene):\S.*)$/i;
const FENCE = /^\s*(?:```|~~~)/;

/** Only headings that BenchFlow knows begin a part, and none within a block of code. */
export function promptSections(body: string): PromptSections {
  const sections = new Map<string, string[]>();
  let current = '';
  let isCode = false;
  for (const line of body.split(/\r?\n/)) {
    if (FENCE.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : HEADING.exec(line)?.[1];
    if (heading !== undefined) current = heading.trim().toLowerCase();
    else lines(sections, current).push(line);
  }
  return new Map([...sections].map(([name, text]) => [name, text.join('\n').trim()]));
}

function lines(sections: Map<string, string[]>, name: string): string[] {
  const found = sections.get(name) ?? [];
  sections.set(name, found);
  return found;
}
