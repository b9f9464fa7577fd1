import { posix } from 'node:path';
import { textFile } from '../drafting/file-text.ts';
import type { Files } from '../foreign-format.ts';
import { baseImageOf } from './base-image.ts';
import { buildRefusal, MOST_STAGES, type StagesAbove } from './build-refusal.ts';
import { canBeLinked, linkFor, linkIn } from './link-for.ts';
import { joinPackages, type Packages } from './packages.ts';
import { type Instruction, parseDockerfile } from './parse-dockerfile.ts';
import type { RunPart } from './run-parts.ts';
import { type NamedStage, type Stages, stagesOf } from './stages.ts';
import { partsOf, type Step, type Surroundings, type Translated, translateStep } from './translate-step.ts';
import { INSTALLS_USUAL_TOOLS } from './usual-tools.ts';

/** A Dockerfile of another tool, and what is around it. */
export type ForeignImage = Omit<Surroundings, 'workdir'> & {
  text: string;
  /** Where the agent starts, if something else than the Dockerfile says so. */
  workdir: string | null;
  /** Links that the image needs besides, by their place. */
  links: Readonly<Record<string, string>>;
};

/** The same image as the environment of a suite, and the files that its agents start with. */
export type TranslatedImage = {
  /** What the workspace takes the place of. */
  workdir: string;
  workspace: Files;
  packages: Packages;
  /** The folder `environment/`. */
  environment: Files;
};

const WORKSPACE = '/workspace';
const HEAD = ['ARG BASE_IMAGE', 'FROM $BASE_IMAGE'];
/** Keeps an empty folder, which no suite has. */
const KEEP = '.keep';
const DECLARABLE = /^[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?(?:==[\w.!+]+)?$/;

export function translateDockerfile(image: ForeignImage): TranslatedImage {
  const stages = stagesOf(parseDockerfile(image.text));
  const all = stepsOf(stages);
  const ownLinks = linksAmong(all);
  const steps = all.filter(({ instruction: { source } }) => !isOfExport(source));
  const around: Surroundings = { ...image, workdir: image.workdir ?? steps.at(-1)?.cwd ?? '/' };
  const base = baseOf(stages.last, around);
  const runs = steps.map((step) => partsOf(step, around) ?? []);
  const isOpaque = runs.flat().some(({ kind }) => kind === 'anything');
  const done = steps.map((step) => translateStep(step, around, isOpaque));
  const parts = done.flatMap((one) => one.parts);
  const packages = joinPackages([
    { debian: [...base], pip: [], npm: [] },
    ...parts.flatMap((part) => (part.kind === 'installs' ? [part.packages] : [])),
  ]);
  const required = parts.flatMap((part) => (part.kind === 'requires' ? part.lines : []));
  return {
    workdir: around.workdir,
    workspace: workspaceOf(done, parts),
    packages: { ...packages, pip: packages.pip.filter((name) => DECLARABLE.test(name)) },
    environment: [
      ...dockerfileOf(stages, { steps, done }, { ...around, links: { ...ownLinks, ...image.links } }),
      ...requirementsFile([...packages.pip.filter((name) => !DECLARABLE.test(name)), ...required]),
    ],
  };
}

/** The Debian packages that make up for the base image. */
function baseOf(last: Stages['last'], { file, losses }: Surroundings): readonly string[] {
  if (last === null) {
    losses.incomplete(file, '', `There is no FROM, or there are more than ${MOST_STAGES}.`);
    return [];
  }
  const { isKnown, replacement, debian } = baseImageOf(last.base);
  if (isKnown)
    losses.changed(file, last.line, `${last.base} is replaced by the sandbox image, ${replacement}.`);
  else losses.incomplete(file, last.line, `${last.base} cannot be used: ${OWN_BASE}`);
  return debian;
}

const OWN_BASE =
  'what a sandbox reports comes from programs of the sandbox image, so that environments stand on it. Install what is missing.';

function stepsOf({ last }: Stages): Step[] {
  let cwd = '/';
  return (last?.instructions ?? []).map((instruction) => {
    if (instruction.keyword === 'WORKDIR')
      cwd = posix.resolve('/', cwd, instruction.words.replace(/^(["'])(.*)\1$/, '$2'));
    return { instruction, cwd };
  });
}

/** Instructions that an export of a suite writes: programs that every sandbox has, and links. */
function isOfExport(source: string): boolean {
  return source === INSTALLS_USUAL_TOOLS || linkIn(source) !== null;
}

function linksAmong(steps: readonly Step[]): Record<string, string> {
  const links = steps.map(({ instruction }) => linkIn(instruction.source)).filter((link) => link !== null);
  return Object.fromEntries(links.map(({ folder, target }) => [folder, target]));
}

function workspaceOf(done: readonly Translated[], parts: readonly RunPart[]): Files {
  const byPath = new Map(done.flatMap(({ files }) => files).map((file) => [file.path, file]));
  const pathsOf = (kind: 'folders' | 'executables') =>
    parts.flatMap((part) => (part.kind === kind ? part.paths : []));
  for (const folder of pathsOf('folders').filter((path) => path !== ''))
    if (![...byPath.keys()].some((path) => path.startsWith(`${folder}/`)))
      byPath.set(`${folder}/${KEEP}`, textFile(`${folder}/${KEEP}`, ''));
  for (const path of pathsOf('executables')) {
    const file = byPath.get(path);
    if (file !== undefined) byPath.set(path, { ...file, executable: true });
  }
  return [...byPath.values()];
}

function dockerfileOf(
  stages: Stages,
  { steps, done }: { steps: readonly Step[]; done: readonly Translated[] },
  around: Surroundings & Pick<ForeignImage, 'links'>,
): Files {
  const links = linksOf(around);
  const { lines: others, names } = otherStages(stages.others, around);
  const kept = done.flatMap((one, index) => {
    const { line = 1 } = steps[index]?.instruction ?? {};
    return one.kept.filter((source) => isBuildable({ source, line }, names, around));
  });
  if (links.length + others.length + kept.length === 0) return [];
  const [arg = '', from = ''] = HEAD;
  const globals = stages.globals.filter((one) => isBuildable(one, [], around)).map(({ source }) => source);
  const lines = [arg, ...globals, ...others, from, ...links, ...kept];
  const needsContext = others.length > 0 || done.some((one) => one.needsContext);
  return [textFile('Dockerfile', `${lines.join('\n')}\n`), ...(needsContext ? around.context : [])];
}

/** The rules of a build hold here too, so that no import is refused when it is built. */
function isBuildable(
  { source, line }: Pick<Instruction, 'source' | 'line'>,
  above: StagesAbove,
  { file, losses }: Surroundings,
): boolean {
  const why = parseDockerfile(source)
    .map((instruction) => buildRefusal(instruction, above))
    .find((refusal) => refusal !== null);
  if (why !== undefined) losses.incomplete(file, line, `This is left out: ${why}`);
  return why === undefined;
}

function linksOf({ workdir, links, file, losses }: Surroundings & Pick<ForeignImage, 'links'>): string[] {
  const others = Object.entries(links).map(([place, target]) => linkFor(place, target));
  if (workdir === WORKSPACE) return others;
  if (canBeLinked(workdir)) {
    losses.changed(file, '', `The workspace is ${WORKSPACE}; ${workdir} is a link to it.`);
    return [linkFor(workdir, WORKSPACE), ...others];
  }
  losses.incomplete(file, '', `Agents start in ${WORKSPACE}; ${workdir} cannot be a link to it.`);
  return others;
}

/** Stages that the last one copies from are built as they are, on the sandbox image or on nothing. */
function otherStages(
  stages: readonly NamedStage[],
  around: Surroundings,
): { lines: string[]; names: StagesAbove } {
  const { file, losses } = around;
  const names: string[] = [];
  const lines = stages.flatMap(({ base, name, line, instructions }) => {
    const { isKnown, replacement } = baseImageOf(base);
    const isStage = names.includes(base.toLowerCase());
    const from = isKnown && !isStage ? '$BASE_IMAGE' : base;
    if (!isBuildable({ source: `FROM ${from} AS ${name}`, line }, names, around)) return [];
    if (isKnown && !isStage)
      losses.changed(file, line, `${base} is replaced by the sandbox image, ${replacement}.`);
    const kept = instructions.filter((one) => isBuildable(one, names, around));
    names.push(name);
    return [`FROM ${from} AS ${name}`, ...kept.map(({ source }) => source)];
  });
  return { lines, names };
}

function requirementsFile(lines: readonly string[]): Files {
  return lines.length === 0 ? [] : [textFile('requirements.txt', `${[...new Set(lines)].join('\n')}\n`)];
}
