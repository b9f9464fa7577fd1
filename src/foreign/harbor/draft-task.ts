import { LimitOverrides } from '../../contracts/limits.ts';
import { joinPackages } from '../dockerfile/packages.ts';
import { translateDockerfile } from '../dockerfile/translate-dockerfile.ts';
import type { DraftBudget } from '../drafting/draft-budget.ts';
import { fileText, textOrNull } from '../drafting/file-text.ts';
import { judged } from '../drafting/judged.ts';
import type { LossList } from '../drafting/loss-list.ts';
import { oneLine } from '../drafting/one-line.ts';
import { type PackagedSkill, separateSkills, skillsIn } from '../drafting/skills-in.ts';
import { timeLimit } from '../drafting/time-limit.ts';
import type { Files, TaskDraft } from '../foreign-format.ts';
import { adaptVerifier } from './adapt-verifier.ts';
import { noteArtifacts } from './artifacts.ts';
import { caseCriteria } from './case-criteria.ts';
import { type EnvironmentSpec, environmentSpec, networkOf } from './environment-spec.ts';
import { agentOf, environmentOf, type PackagedTask, TEST } from './packaged-task.ts';
import { solutionOf } from './solution.ts';
import { filesOf, turnsOf } from './turns.ts';
import { verifierGrader } from './verifier-grader.ts';

/** A task with what it needs of a sandbox, which may become that of the whole suite. */
export type DraftedTask = {
  draft: TaskDraft;
  environment: { spec: EnvironmentSpec; files: Files };
  skills: readonly PackagedSkill[];
};

const DOCKERFILE = 'Dockerfile';
const COMPOSE = /^(?:docker-)?compose(?:\.\w+)?\.ya?ml$/;
/** Only time limits a task of Harbor's, so that requests should not, unless an export of a suite names their number. */
const MAX_REQUESTS = 200;
const LOGS = { '/logs/artifacts': '/logs/verifier' };

/** `null` if nothing decides the task. */
export function draftTask(
  task: PackagedTask,
  { id, budget }: { id: string; budget: DraftBudget },
  losses: LossList,
): DraftedTask | null {
  if (!task.verifier.files.some(({ path }) => path === TEST)) {
    losses.dropped(task.file, '', `Nothing decides this task: there is no ${task.verifier.folder}${TEST}.`);
    return null;
  }
  const { skills, others } = separateSkills(task.environment);
  const image = imageOf(task, { skills, others, budget }, losses);
  const around = { folder: `${task.folder}${task.verifier.folder}`, workdir: image.workdir };
  const verifier = adaptVerifier(task.verifier.files, around, losses);
  const network = networkOf(task, losses);
  const { turns, arriving } = turnsOf(task, losses);
  noteArtifacts(task, image.workdir, losses);
  noteUnused(task, losses);
  const draft: TaskDraft = {
    task: {
      id,
      level: task.config.metadata?.['assay_level'] === 'edge' ? 'edge' : 'common',
      objective: objectiveOf(task),
      prompt: task.prompt,
      ...(turns.length === 0 ? {} : { turns }),
      expected: expectedOf(task),
      limits: limitsOf(task, losses),
      ...(network === null ? {} : { network }),
      graders: gradersOf(task, losses),
    },
    workspace: startingFiles(task, image.workspace),
    ...{ grade: verifier.files, solution: solutionOf(task, losses), turns: arriving, script: null },
  };
  const packages = joinPackages([image.packages, verifier.packages]);
  const environment = { spec: environmentSpec(task, packages, losses), files: image.environment };
  return { draft, environment, skills: skillsIn(task.environment) };
}

function imageOf(
  task: PackagedTask,
  { skills, others, budget }: { skills: Files; others: Files; budget: DraftBudget },
  losses: LossList,
) {
  const { docker_image, workdir = null } = environmentOf(task.config);
  const given = others.find(({ path }) => path === DOCKERFILE);
  const compose = others.find(({ path }) => COMPOSE.test(path));
  const folder = `${task.folder}environment/`;
  if (compose !== undefined)
    losses.incomplete(`${folder}${compose.path}`, '', 'Services beside the sandbox are not started.');
  return translateDockerfile({
    file: given === undefined ? task.file : `${folder}${DOCKERFILE}`,
    text:
      given === undefined
        ? `FROM ${docker_image ?? 'debian'}\n`
        : fileText({ ...given, path: `${folder}${DOCKERFILE}` }),
    context: others.filter(({ path }) => path !== DOCKERFILE && !COMPOSE.test(path)),
    ...{ skills, workdir, losses, budget, links: linksOf(task) },
  });
}

/** Folders that the scripts of a task expect. */
function linksOf({ places, verifier }: PackagedTask): Record<string, string> {
  const texts = verifier.files.map(({ content }) => textOrNull(content) ?? '');
  const logs = Object.entries(LOGS).filter(([place]) => texts.some((text) => text.includes(place)));
  return { ...places, ...Object.fromEntries(logs) };
}

/** The files of the image, and those of the first step. */
function startingFiles({ steps: [first] }: PackagedTask, workspace: Files): Files {
  const own = first === undefined ? [] : filesOf(first);
  return [...new Map([...workspace, ...own].map((file) => [file.path, file])).values()];
}

function gradersOf(task: PackagedTask, losses: LossList): TaskDraft['task']['graders'] {
  const folder = `${task.folder}${task.verifier.folder}`;
  const criteria = caseCriteria(task.verifier.files, folder);
  if (criteria === null) return [verifierGrader(task, verifierPlace(task), losses)];
  losses.changed(
    `${folder}${TEST}`,
    '',
    'It asks a model by itself. A rubric grader asks about the same criteria instead.',
  );
  return judged('The agent did what the case expects', criteria);
}

function verifierPlace({ config }: PackagedTask): PropertyKey[] {
  const last = (config.steps ?? []).length - 1;
  return config.steps?.at(-1)?.verifier == null ? ['verifier'] : ['steps', last, 'verifier'];
}

/** An export of a suite names it. */
function expectedOf({ config }: PackagedTask): string {
  const named = config.metadata?.['assay_expected'];
  return typeof named === 'string' && named !== ''
    ? named
    : "The task's own verifier gives it a reward of 1.";
}

function objectiveOf({ config, prompt }: PackagedTask): string {
  const [first = ''] = prompt.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return oneLine(config.task?.description ?? first.replace(/^#+\s*/, ''), 'What its prompt asks for');
}

function limitsOf(task: PackagedTask, losses: LossList) {
  const named = LimitOverrides.safeParse({ maxRequests: task.config.metadata?.['assay_max_requests'] });
  const maxRequests = named.data?.maxRequests ?? MAX_REQUESTS;
  const time = timeLimit(agentOf(task.config).timeout_sec, (detail) =>
    losses.changed(task.file, task.placeOf(['agent', 'timeout_sec']), detail),
  );
  return { ...time, maxRequests };
}

const UNUSED = {
  agents: 'There is one agent, which has no roles.',
  user: 'Nobody answers the agent: a user is not simulated.',
} as const;

function noteUnused(task: PackagedTask, losses: LossList): void {
  for (const [key, detail] of Object.entries(UNUSED))
    if (Reflect.get(task.config, key) != null) losses.dropped(task.file, task.placeOf([key]), detail);
  for (const section of ['agent', 'verifier'])
    if (Reflect.get(Reflect.get(task.config, section) ?? {}, 'user') != null)
      losses.changed(
        task.file,
        task.placeOf([section, 'user']),
        'Agents and graders work as users of Assay.',
      );
}
