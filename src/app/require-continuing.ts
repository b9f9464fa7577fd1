import type { AgentDescription } from '../agents/agent.ts';
import { AssayError } from '../base/assay-error.ts';
import type { Benchmark } from './benchmark.ts';

/** Refuses an agent that could not be spoken to again, before anything is run. */
export function requireContinuing(agent: AgentDescription, { suite }: Pick<Benchmark, 'suite'>): void {
  const talking = suite.tasks.find(({ task }) => task.turns !== undefined);
  if (talking === undefined || agent.kind === 'api' || agent.resume !== undefined) return;
  throw new AssayError(
    'USAGE',
    `In the task "${talking.task.id}" the user answers (turns), and ${agent.title} cannot go on with a conversation. ` +
      'Choose another agent with --agent, or other tasks with --task.',
  );
}
