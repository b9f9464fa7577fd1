import { z } from 'zod';
import { ProviderId } from './providers.ts';

/** What a command line may name in braces; each is replaced by its value as a single quoted word. */
const COMMAND_WORDS = [
  'prompt',
  'model',
  'skills',
  'baseUrl',
  'effort',
  'temperature',
  'permissions',
] as const;
export type CommandWord = (typeof COMMAND_WORDS)[number];

const CommandLine = z
  .string()
  .min(1)
  .max(8192)
  .refine((line) => !line.includes('\0'), 'a command line without a null character')
  .refine((line) => quotedWord(line) === null, {
    error: ({ input }) =>
      `{${quotedWord(String(input))}} outside of quotes, because it is replaced by a word that is quoted already`,
  });

/** A program of the suite's environment that does the work, as it was named on the command line. */
export const AgentCommand = z.strictObject({
  line: CommandLine.describe('It is run by bash in the workspace.'),
  resume: CommandLine.nullable()
    .default(null)
    .describe('The command line that goes on when the user answers; null: the program cannot.'),
  provider: ProviderId.describe('Whose API the program speaks, and whose key answers it.'),
  skills: z
    .string()
    .regex(
      /^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*$/,
      'a folder below the home folder, as in .agents/skills',
    )
    .describe("Where the program looks for skills, below the agent's home folder."),
});
export type AgentCommand = z.infer<typeof AgentCommand>;

/** Matches the words of a command line that are replaced. `${model}` is a variable of the shell. */
const COMMAND_WORD = new RegExp(`(?<!\\$)\\{(${COMMAND_WORDS.join('|')})\\}`, 'g');

/** The words that a command line names. */
export function wordsIn(line: string): string[] {
  return Array.from(line.matchAll(COMMAND_WORD), ([, word = '']) => word);
}

export function replaceWords(line: string, replacement: (word: string) => string): string {
  return line.replaceAll(COMMAND_WORD, (_, word: string) => replacement(word));
}

/** The first word that stands inside quotes, where its own quotes would end them; `null` if there is none. */
function quotedWord(line: string): string | null {
  const words = line.matchAll(COMMAND_WORD);
  return [...words].find(({ index }) => isInQuotes(line.slice(0, index)))?.[1] ?? null;
}

function isInQuotes(before: string): boolean {
  let open: string | null = null;
  for (let at = 0; at < before.length; at++) {
    const sign = before[at] ?? '';
    if (sign === '\\' && open !== "'") at++;
    else if (sign === open) open = null;
    else if (open === null && (sign === "'" || sign === '"')) open = sign;
  }
  return open !== null;
}
