import type { AgentDescription } from '../agents/agent.ts';
import { COMMAND_AGENT, commandAgent } from '../agents/programs/command-agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { complaintsAbout } from '../base/schema-complaint.ts';
import { AgentCommand } from '../contracts/agent-command.ts';
import { namedAgent } from './named-agent.ts';

/** The agent of a run: one of the registry, or a command line in its place. */
export type AgentOptions = {
  /** Its id, with `@` and a version or tag for another version than the tested one. */
  agent: string;
  command?: CommandOptions | undefined;
};

type CommandOptions = {
  line: string;
  /** The command line that goes on when the user answers. */
  resume?: string | undefined;
  /** Whose API the program speaks. */
  provider?: string | undefined;
  /** Where it looks for skills, below the home folder. */
  skills?: string | undefined;
};

/** The option of each part of a command, for errors. */
const OPTIONS: ReadonlyMap<unknown, string> = new Map([
  ['line', '--agent-command'],
  ['resume', '--agent-resume'],
  ['provider', '--agent-provider'],
  ['skills', '--agent-skills'],
]);

export type ChosenAgent = { agent: AgentDescription; command?: AgentCommand };

export async function chooseAgent(
  { agent, command }: AgentOptions,
  signal: AbortSignal,
): Promise<ChosenAgent> {
  if (command === undefined && agent === COMMAND_AGENT)
    throw new AssayError(
      'USAGE',
      `--agent ${COMMAND_AGENT} needs --agent-command LINE, which takes its place.`,
    );
  if (command === undefined) return { agent: await namedAgent(agent, signal) };
  const parsed = readCommand(command);
  return { agent: commandAgent(parsed), command: parsed };
}

/** A program that says nothing else speaks OpenAI's API and follows the convention of `.agents/skills`. */
function readCommand({
  line,
  resume,
  provider = 'openai',
  skills = '.agents/skills',
}: CommandOptions): AgentCommand {
  const given = { line, resume: resume ?? null, provider, skills };
  const parsed = AgentCommand.safeParse(given);
  if (parsed.success) return parsed.data;
  const [complaint] = parsed.error.issues.flatMap((issue) => complaintsAbout(issue, given));
  const option = OPTIONS.get(complaint?.path[0]) ?? '--agent-command';
  throw new AssayError('USAGE', `${option}: ${complaint?.message}.`);
}
