import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import { toolsOf } from '../checks/manifest/read-manifest.ts';
import { readSkill } from '../checks/skill/read-skill.ts';
import type { Task } from '../contracts/task.ts';
import type { Benchmark } from './benchmark.ts';

/** Something that tasks may ask of an agent. */
type Need = {
  isNeeded: (task: Task) => boolean;
  isMet: (agent: AgentDescription) => boolean;
  why: (agent: AgentDescription) => string;
};

const NEEDS: readonly Need[] = [
  {
    isNeeded: ({ turns }) => turns !== undefined,
    isMet: (agent) => agent.kind === 'api' || agent.resume !== undefined,
    why: ({ title }) => `the user answers (turns), and ${title} cannot go on with a conversation`,
  },
  {
    isNeeded: ({ mcp }) => mcp !== undefined,
    isMet: ({ kind }) => kind === 'program',
    why: ({ title }) => `the agent is given MCP servers (mcp), and ${title} is no client of any`,
  },
];

/** Refuses an agent that cannot do what the tasks or the skill ask for, before anything is run. */
export function requireAble(
  agent: AgentDescription,
  { suite, skill }: Pick<Benchmark, 'suite' | 'skill'>,
): void {
  if (agent.kind === 'api' && toolsOf(readSkill(skill)).length > 0)
    throw new AssayError(
      'USAGE',
      `The skill comes with tools (skill.yaml), which are offered by an MCP server, and ${agent.title} is no client of any. Choose another agent with --agent.`,
    );
  for (const { isNeeded, isMet, why } of NEEDS) {
    const asking = suite.tasks.find(({ task }) => isNeeded(task));
    if (asking === undefined || isMet(agent)) continue;
    throw new AssayError(
      'USAGE',
      `In the task "${asking.task.id}" ${why(agent)}. Choose another agent with --agent, or other tasks with --task.`,
    );
  }
}
