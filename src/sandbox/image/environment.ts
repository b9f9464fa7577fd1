import { canonicalJson, digestOf } from '../../base/digest.ts';
import { type Environment, type TaskEnvironment, USUAL_ENVIRONMENT } from '../../contracts/environment.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import { type SandboxImage, tagOf } from './image.ts';

/** Everything that decides what an environment contains: what the suite or the task says, and its folder `environment/`. */
export type EnvironmentRecipe = {
  suite: string;
  /** `null` if it is the environment of the suite. */
  task: string | null;
  environment: Installed;
  /** What the image below has already, as far as it decides what is left to do. */
  below: Pick<Environment, 'timeZone' | 'locale'>;
  files: SkillFolder['files'];
};

/** What an image has; the size of its sandboxes is none of its business. */
type Installed = Omit<Environment, 'machine'>;

/** A command that is run as root in the image. */
export type Step = {
  command: string;
  /** Whether it installs packages that anybody can publish. */
  isOfPackages: boolean;
};

export const ENVIRONMENT_REPOSITORY = 'assay-environment';
/** The label of an environment's image; its value is what `ownerOf` returns. */
export const ENVIRONMENT_LABEL = 'assay.environment';

/** Where a build finds what it needs and the image does not keep: a volume that is removed with the container. */
export const SCRATCH = '/mnt';
export const NPM_FOLDER = `${SCRATCH}/npm`;
const GIVEN = `${SCRATCH}/environment`;
const NODE_FOLDER = '/opt/environment';
/** A task's packages have a folder of their own, because npm removes what it was not asked for. */
const NODE_FOLDER_OF_TASK = '/opt/environment-of-task';
/** Where a program in any folder finds packages. `NODE_PATH` is not looked at for ES modules. */
const NODE_PACKAGES = '/node_modules';

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

/** The image of a suite, on top of the one that its agent works in, or of a task on top of that of its suite. */
export function environmentImage(base: SandboxImage, recipe: EnvironmentRecipe): SandboxImage {
  const { environment, files } = recipe;
  const given = files.map(({ path, executable, content }) => [path, executable, digestOf(content)]);
  const ingredients = [base.tag, environment, given, OPEN_DOCKERFILE, stepsOf(recipe), variablesOf(recipe)];
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
  const installed = installedIn(environment ?? USUAL_ENVIRONMENT);
  const isUsual = canonicalJson(installed) === canonicalJson(installedIn(USUAL_ENVIRONMENT));
  if (isUsual && files.length === 0) return null;
  return { suite, task: null, environment: installed, below: USUAL_ENVIRONMENT, files };
}

function installedIn({ machine: _size, ...installed }: Environment): Installed {
  return installed;
}

type OfTask = { suite: string; task: string; below: Environment | undefined };

/** `null` if the image of the suite has all that the task needs. */
export function taskRecipeOf(
  { suite, task, below = USUAL_ENVIRONMENT }: OfTask,
  { debian = [], pip = [], npm = [], variables = {}, timeZone, locale }: TaskEnvironment,
  files: SkillFolder['files'],
): EnvironmentRecipe | null {
  const own = { timeZone: timeZone ?? below.timeZone, locale: locale ?? below.locale };
  const isSame = own.timeZone === below.timeZone && own.locale === below.locale;
  const added = [debian, pip, npm, Object.keys(variables), files];
  if (isSame && added.every(({ length }) => length === 0)) return null;
  return { suite, task, environment: { debian, pip, npm, variables, ...own }, below, files };
}

/** Whose environment it is, as in `orders` or, for one of its tasks, `orders/refund`. */
export function ownerOf({ suite, task }: Pick<EnvironmentRecipe, 'suite' | 'task'>): string {
  return task === null ? suite : `${suite}/${task}`;
}

export function dockerfileOf({ files }: EnvironmentRecipe): SkillFolder['files'][number] | null {
  return files.find(({ path }) => path === DOCKERFILE) ?? null;
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

/** Whether anything of it comes from a registry, once its Dockerfile is built. */
export function needsRegistries(recipe: EnvironmentRecipe): boolean {
  const hasRequirements = recipe.files.some(({ path }) => path === REQUIREMENTS);
  const debian = debianPackages(recipe, hasRequirements);
  return debian.length > 0 || hasRequirements || recipe.environment.pip.length > 0 || needsNpm(recipe);
}

export function needsNpm({ environment, files }: EnvironmentRecipe): boolean {
  return environment.npm.length > 0 || files.some(({ path }) => path === PACKAGE);
}

export function variablesOf(recipe: EnvironmentRecipe): Record<string, string> {
  const { variables, timeZone, locale } = recipe.environment;
  return { ...variables, TZ: timeZone, LANG: locale, NODE_PATH: `${nodeFolderOf(recipe)}/node_modules` };
}

/** A task that adds no packages of npm has those of its suite. */
function nodeFolderOf(recipe: EnvironmentRecipe): string {
  return recipe.task !== null && needsNpm(recipe) ? NODE_FOLDER_OF_TASK : NODE_FOLDER;
}

/** What is run in the container, in this order. */
export function stepsOf(recipe: EnvironmentRecipe): Step[] {
  const { environment, below, files } = recipe;
  const { timeZone, locale } = environment;
  const has = (name: string) => files.some(({ path }) => path === name);
  const debian = debianPackages(recipe, has(REQUIREMENTS));
  const prepared = [
    OPEN,
    ...(debian.length > 0 ? ['apt-get -qq update', `apt-get -qq --yes install ${debian.join(' ')}`] : []),
    ...(needsLocale(recipe) ? [`localedef -i ${locale.replace('.UTF-8', '')} -f UTF-8 ${locale}`] : []),
    ...(timeZone === below.timeZone ? [] : [inZone(timeZone)]),
  ];
  const installed = [
    ...(has(REQUIREMENTS) ? [pipInstall(`-r ${GIVEN}/${REQUIREMENTS}`)] : []),
    ...(environment.pip.length > 0 ? [pipInstall(environment.pip.join(' '))] : []),
    ...(needsNpm(recipe) ? npmCommands(recipe, has(PACKAGE)) : []),
  ];
  return [
    ...prepared.map((command) => ({ command, isOfPackages: false })),
    ...installed.map((command) => ({ command, isOfPackages: true })),
    ...[...(needsNpm(recipe) ? [offerEverywhere(recipe)] : []), CLOSE].map((command) => ({
      ...{ command, isOfPackages: false },
    })),
  ];
}

/** What `C.UTF-8` and `UTC` take is in every image, or in the one below that has another locale or zone. */
function debianPackages(recipe: EnvironmentRecipe, hasRequirements: boolean): string[] {
  const { debian, pip, timeZone } = recipe.environment;
  return [
    ...debian,
    ...(pip.length > 0 || hasRequirements ? ['python3-pip'] : []),
    ...(timeZone === 'UTC' || timeZone === recipe.below.timeZone ? [] : ['tzdata']),
    ...(needsLocale(recipe) ? ['locales'] : []),
  ];
}

function needsLocale({ environment: { locale }, below }: EnvironmentRecipe): boolean {
  return locale !== 'C.UTF-8' && locale !== below.locale;
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
function linkPrograms(folder: string): string {
  return `for program in ${folder}/node_modules/.bin/*; do name="\${program##*/}"; [ ! -e "$program" ] || command -v "$name" >/dev/null || ln -s "$program" "/usr/local/bin/$name"; done`;
}

/** Packages of the suite that a task does not have in a version of its own. */
const LINK_PACKAGES_OF_SUITE = `cd ${NODE_FOLDER}/node_modules 2>/dev/null || exit 0; for package in [!.@]* @*/*; do own="${NODE_FOLDER_OF_TASK}/node_modules/$package"; [ ! -d "$package" ] || [ -e "$own" ] || { install -d "\${own%/*}"; ln -s "$PWD/$package" "$own"; }; done`;

function offerEverywhere(recipe: EnvironmentRecipe): string {
  return `ln -sfn ${nodeFolderOf(recipe)}/node_modules ${NODE_PACKAGES}`;
}

/** With a lock file exactly what it names; programs of packages are put on the path. */
function npmCommands(recipe: EnvironmentRecipe, hasLock: boolean): string[] {
  const { npm } = recipe.environment;
  const folder = nodeFolderOf(recipe);
  // Without the prefix, npm goes up to the packages of the image below.
  const run = `cd ${folder} && node ${NPM_FOLDER}/package/bin/npm-cli.js --prefix=${folder}`;
  return [
    `install -d ${folder}`,
    ...(hasLock ? [`cp ${GIVEN}/package*.json ${folder}/`, `${run} ci --omit=dev`] : []),
    ...(npm.length > 0 ? [`${run} install --no-save --omit=dev ${npm.join(' ')}`] : []),
    ...(recipe.task === null ? [] : [LINK_PACKAGES_OF_SUITE]),
    linkPrograms(folder),
  ];
}
