import { canonicalJson, digestOf } from '../../base/digest.ts';
import { type Environment, USUAL_MACHINE } from '../../contracts/environment.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import { type SandboxImage, tagOf } from './image.ts';

/** Everything that decides what an environment contains: what the suite says, and its folder `environment/`. */
export type EnvironmentRecipe = { suite: string; environment: Environment; files: SkillFolder['files'] };

/** A command that is run as root in the image. */
export type Step = {
  command: string;
  /** Whether it installs packages that anybody can publish. */
  isOfPackages: boolean;
};

export const ENVIRONMENT_REPOSITORY = 'assay-environment';
/** The label of an environment's image; its value is the id of the suite. */
export const ENVIRONMENT_LABEL = 'assay.environment';

/** Where a build finds what it needs and the image does not keep: a volume that is removed with the container. */
export const SCRATCH = '/mnt';
export const NPM_FOLDER = `${SCRATCH}/npm`;
const GIVEN = `${SCRATCH}/environment`;
const NODE_FOLDER = '/opt/environment';

const OPEN = 'sh /usr/local/lib/assay/open-image.sh';
const CLOSE = 'sh /usr/local/lib/assay/close-image.sh';

/** What the Dockerfile of a suite stands on. */
export const OPEN_DOCKERFILE = `ARG BASE_IMAGE
FROM \${BASE_IMAGE}
USER root
RUN ${OPEN}
`;

const DOCKERFILE = 'Dockerfile';
const REQUIREMENTS = 'requirements.txt';
const PACKAGE = 'package.json';
/** Files below this folder are put below `/`. */
const PLACED = 'files/';

/** The image of a suite, on top of the one that its agent works in. */
export function environmentImage(base: SandboxImage, recipe: EnvironmentRecipe): SandboxImage {
  const { environment, files } = recipe;
  const given = files.map(({ path, executable, content }) => [path, executable, digestOf(content)]);
  const { machine: _size, ...installed } = environment;
  const ingredients = [
    base.tag,
    installed,
    given,
    OPEN_DOCKERFILE,
    stepsOf(recipe),
    variablesOf(environment),
  ];
  return {
    tag: `${ENVIRONMENT_REPOSITORY}:${tagOf(canonicalJson(ingredients))}`,
    setup: `assay run ${recipe.suite}`,
  };
}

/** `null` if the suite needs nothing but the sandbox image. */
export function recipeOf(
  suite: string,
  environment: Environment | undefined,
  files: SkillFolder['files'],
): EnvironmentRecipe | null {
  if (environment === undefined && files.length === 0) return null;
  return { suite, environment: environment ?? PLAIN, files };
}

const PLAIN: Environment = {
  ...{ debian: [], pip: [], npm: [], variables: {} },
  ...{ timeZone: 'UTC', locale: 'C.UTF-8', machine: USUAL_MACHINE },
};

export function dockerfileOf({ files }: EnvironmentRecipe): Uint8Array | null {
  return files.find(({ path }) => path === DOCKERFILE)?.content ?? null;
}

export function placedFiles({ files }: EnvironmentRecipe): SkillFolder['files'] {
  return files
    .filter(({ path }) => path.startsWith(PLACED))
    .map((file) => ({ ...file, path: file.path.slice(PLACED.length) }));
}

/** The files that the package managers read, by their path in the container. */
export function givenFiles({ files }: EnvironmentRecipe): { path: string; content: Uint8Array }[] {
  return files
    .filter(({ path }) => !path.startsWith(PLACED) && path !== DOCKERFILE)
    .map(({ path, content }) => ({ path: `${GIVEN}/${path}`, content }));
}

export function needsNpm({ environment, files }: EnvironmentRecipe): boolean {
  return environment.npm.length > 0 || files.some(({ path }) => path === PACKAGE);
}

export function variablesOf({ variables, timeZone, locale }: Environment): Record<string, string> {
  return { ...variables, TZ: timeZone, LANG: locale, NODE_PATH: `${NODE_FOLDER}/node_modules` };
}

/** What is run in the container, in this order. */
export function stepsOf(recipe: EnvironmentRecipe): Step[] {
  const { environment, files } = recipe;
  const { timeZone, locale } = environment;
  const has = (name: string) => files.some(({ path }) => path === name);
  const debian = debianPackages(environment, has(REQUIREMENTS));
  const prepared = [
    OPEN,
    ...(debian.length > 0 ? ['apt-get -qq update', `apt-get -qq --yes install ${debian.join(' ')}`] : []),
    ...(locale === 'C.UTF-8' ? [] : [`localedef -i ${locale.replace('.UTF-8', '')} -f UTF-8 ${locale}`]),
    ...(timeZone === 'UTC' ? [] : [inZone(timeZone)]),
  ];
  const installed = [
    ...(has(REQUIREMENTS) ? [pipInstall(`-r ${GIVEN}/${REQUIREMENTS}`)] : []),
    ...(environment.pip.length > 0 ? [pipInstall(environment.pip.join(' '))] : []),
    ...(needsNpm(recipe) ? npmCommands(environment, has(PACKAGE)) : []),
  ];
  return [
    ...prepared.map((command) => ({ command, isOfPackages: false })),
    ...installed.map((command) => ({ command, isOfPackages: true })),
    { command: CLOSE, isOfPackages: false },
  ];
}

function debianPackages({ debian, pip, timeZone, locale }: Environment, hasRequirements: boolean): string[] {
  return [
    ...debian,
    ...(pip.length > 0 || hasRequirements ? ['python3-pip'] : []),
    ...(timeZone === 'UTC' ? [] : ['tzdata']),
    ...(locale === 'C.UTF-8' ? [] : ['locales']),
  ];
}

function inZone(zone: string): string {
  const file = `/usr/share/zoneinfo/${zone}`;
  return `[ -f ${file} ] || { echo "There is no time zone ${zone}."; exit 1; }; ln -sf ${file} /etc/localtime`;
}

/** Debian reserves its own packages' folder for apt; this is the other one, for the whole machine. */
function pipInstall(what: string): string {
  return `python3 -m pip install --break-system-packages --no-cache-dir --root-user-action=ignore --quiet ${what}`;
}

/** No program of a package takes the place of one that is there, which a grader may call. */
const LINK_PROGRAMS = `for program in ${NODE_FOLDER}/node_modules/.bin/*; do name="\${program##*/}"; [ ! -e "$program" ] || command -v "$name" >/dev/null || ln -s "$program" "/usr/local/bin/$name"; done`;

/** With a lock file exactly what it names; programs of packages are put on the path. */
function npmCommands({ npm }: Environment, hasLock: boolean): string[] {
  const run = `cd ${NODE_FOLDER} && node ${NPM_FOLDER}/package/bin/npm-cli.js`;
  return [
    `install -d ${NODE_FOLDER}`,
    ...(hasLock ? [`cp ${GIVEN}/package*.json ${NODE_FOLDER}/`, `${run} ci --omit=dev`] : []),
    ...(npm.length > 0 ? [`${run} install --no-save --omit=dev ${npm.join(' ')}`] : []),
    LINK_PROGRAMS,
  ];
}
