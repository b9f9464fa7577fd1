import type { AgentDescription } from '../agents/agent.ts';
import { placedIn } from '../agents/placed-in.ts';
import { AssayError } from '../base/assay-error.ts';
import { type SkillPlace, USUAL_SETTINGS } from '../contracts/agent-settings.ts';
import type { AgentSetup } from '../contracts/plan.ts';
import { WORKSPACE } from '../contracts/sandbox-places.ts';
import { allGivenFiles } from '../runner/trial-subject.ts';
import type { Benchmark } from './benchmark.ts';

type Chosen = { agent: AgentDescription; setup: AgentSetup };

/**
 * Puts the skill where the user or the suite wants it. An agent that looks for skills in one place only is not asked by a
 * suite, so that any agent runs any suite.
 */
export function placeSkill(
  { agent, setup }: Chosen,
  { suite }: Pick<Benchmark, 'suite'>,
  asked: SkillPlace | undefined,
): Chosen {
  if (asked === 'project' && agent.projectSkillsDir === null)
    throw new AssayError(
      'USAGE',
      `${agent.title} looks for skills in ${agent.skillsDir} alone. Choose another agent, or leave --skill-place out.`,
    );
  const wanted = asked ?? suite.suite.skillPlace ?? 'home';
  const skillPlace = agent.projectSkillsDir === null ? 'home' : wanted;
  const placed = placedIn(agent, skillPlace);
  requireFree(placed.skillsDir, suite.tasks);
  return {
    agent: placed,
    setup: { ...setup, settings: { ...USUAL_SETTINGS, ...setup.settings, skillPlace } },
  };
}

/** The skill's folder is read-only and graders do not get it, so nothing of a task can be in there. */
function requireFree(skillsDir: string, tasks: Benchmark['suite']['tasks']): void {
  for (const given of tasks) {
    const taken = allGivenFiles(given).find(({ path }) => isAt(skillsDir, `${WORKSPACE}/${path}`));
    if (taken === undefined) continue;
    throw new AssayError(
      'USAGE',
      `The task "${given.task.id}" has the file ${taken.path} where the skill is put into the project. Put the skill into the home folder with --skill-place home, or leave the task out.`,
    );
  }
}

/** Whether a file is in a folder, or where one of the folders around it would be. */
function isAt(folder: string, file: string): boolean {
  return `${file}/`.startsWith(`${folder}/`) || folder.startsWith(`${file}/`);
}
