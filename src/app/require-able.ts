import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
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
];

/** Refuses an agent that cannot do what the tasks ask for, before anything is run. */
export function requireAble(agent: AgentDescription, { suite }: Pick<Benchmark, 'suite'>): void {
  for (const { isNeeded, isMet, why } of NEEDS) {
    const asking = suite.tasks.find(({ task }) => isNeeded(task));
    if (asking === undefined || isMet(agent)) continue;
    throw new AssayError(
      'USAGE',
      `In the task "${asking.task.id}" ${why(agent)}. Choose another agent with --agent, or other tasks with --task.`,
    );
  }
}
