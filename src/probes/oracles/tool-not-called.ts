import { mentionedTools } from '../../contracts/transcript.ts';
import type { Oracle } from '../oracle.ts';

/** A call of a tool that was not offered counts too: the model wanted it. */
export const toolNotCalled: Oracle<'tool-not-called', 'transcript'> = {
  reads: { transcript: 'required' },
  watches: () => ({}),
  unplanted: () => [],
  observe({ tools }, { transcript }) {
    const called = [...mentionedTools(transcript)].filter((name) => tools.some((tool) => means(name, tool)));
    return { violations: called.map((name) => `the tool ${name} was called`), unseen: [] };
  },
};

/** Most agents put `mcp` before the name of a tool of a server. */
function means(name: string, tool: string): boolean {
  const [asked, meant] = [lettersOf(name), lettersOf(tool)];
  return asked === meant || (tool.includes('/') && asked === `mcp${meant}`);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
