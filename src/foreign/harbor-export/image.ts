import { type Environment, USUAL_ENVIRONMENT } from '../../contracts/environment.ts';
import { linkIn } from '../dockerfile/link-for.ts';
import { type Instruction, parseDockerfile } from '../dockerfile/parse-dockerfile.ts';
import { INSTALLS_USUAL_TOOLS, installing } from '../dockerfile/usual-tools.ts';
import { textFile, textOrNull } from '../drafting/file-text.ts';
import type { LossList } from '../drafting/loss-list.ts';
import type { Files } from '../foreign-format.ts';

/** Everything that lies in the image of a task. */
export type ImageParts = {
  /** That of the suite and of the task together. */
  environment: Environment;
  /** The folders `environment/` of the suite and of the task, by their names for the reader. */
  folders: readonly { name: string; files: Files }[];
  workspace: Files;
  skill: { name: string; files: Files };
};

const BASE = 'node:24-bookworm-slim';
const DOCKERFILE = 'Dockerfile';
const PLACED = 'files/';
const REQUIREMENTS = 'requirements.txt';
const PACKAGES = ['package.json', 'package-lock.json'];
const PIP = 'RUN pip3 install --break-system-packages --no-cache-dir';
const NODE_FOLDER = '/opt/environment';
const ITS_OWN_BASE = /^(?:\$BASE_IMAGE|\$\{BASE_IMAGE\})(?:\s+AS\s+\S+)?$/i;
/** Folders of the image's own. */
const OF_TASK = /^(?:workspace|skills)(?:\/|$)/;
/** Where Harbor puts what an import links to `/grade`. */
const GRADE = '/grade';

/** The folder `environment/` of a task in Harbor. */
export function imageFiles(parts: ImageParts, losses: LossList): Files {
  const { workspace, skill, environment, folders } = parts;
  const own = [...below('workspace', workspace), ...below(`skills/${skill.name}`, skill.files)];
  const given = givenFiles(folders, losses);
  const has = (name: string) => given.some(({ path }) => path === name);
  const kept = folders.flatMap((folder) => keptOf(folder, losses));
  const debian = debianOf(environment, has(REQUIREMENTS));
  const { pip, npm, timeZone, locale } = environment;
  const lines = [
    `FROM ${BASE}`,
    INSTALLS_USUAL_TOOLS,
    ...(kept.length > 0 ? ['WORKDIR /workspace', ...kept.map(({ source }) => source)] : []),
    ...(kept.some(({ keyword }) => keyword === 'USER') ? ['USER root'] : []),
    ...(given.some(({ path }) => path.startsWith(PLACED)) ? [`COPY ${PLACED} /`] : []),
    ...(debian.length > 0 ? [installing(debian)] : []),
    ...(has(REQUIREMENTS)
      ? [`COPY ${REQUIREMENTS} /tmp/${REQUIREMENTS}`, `${PIP} -r /tmp/${REQUIREMENTS}`]
      : []),
    ...(pip.length > 0 ? [`${PIP} ${pip.join(' ')}`] : []),
    ...(has('package.json') ? LOCKED_PACKAGES : []),
    ...(npm.length > 0 ? [`RUN npm install -g ${npm.join(' ')}`] : []),
    ...(timeZone === USUAL_ENVIRONMENT.timeZone ? [] : [`ENV TZ=${timeZone}`]),
    ...(locale === USUAL_ENVIRONMENT.locale ? [] : inLocale(locale)),
    'WORKDIR /workspace',
    ...(workspace.length > 0 ? ['COPY workspace/ /workspace/'] : []),
    ...(skill.files.length > 0 ? ['COPY skills/ /skills/'] : []),
  ];
  return [textFile(DOCKERFILE, `${lines.join('\n')}\n`), ...own, ...given];
}

const LOCKED_PACKAGES = [
  `COPY ${PACKAGES.join(' ')} ${NODE_FOLDER}/`,
  `RUN cd ${NODE_FOLDER} && npm ci --omit=dev && ln -s ${NODE_FOLDER}/node_modules /node_modules`,
  `ENV PATH=${NODE_FOLDER}/node_modules/.bin:$PATH`,
];

function debianOf({ debian, pip, timeZone, locale }: Environment, hasRequirements: boolean): string[] {
  return [
    ...new Set([
      ...debian,
      ...(pip.length > 0 || hasRequirements ? ['python3-pip'] : []),
      ...(timeZone === USUAL_ENVIRONMENT.timeZone ? [] : ['tzdata']),
      ...(locale === USUAL_ENVIRONMENT.locale ? [] : ['locales']),
    ]),
  ];
}

function inLocale(locale: string): string[] {
  return [`RUN localedef -i ${locale.replace('.UTF-8', '')} -f UTF-8 ${locale}`, `ENV LANG=${locale}`];
}

/** The files that the image is built from, but for what would take the place of another one. */
function givenFiles(folders: ImageParts['folders'], losses: LossList): Files {
  const given = new Map<string, Files[number]>();
  for (const { name, files } of folders)
    for (const file of files.filter(({ path }) => path !== DOCKERFILE))
      if (given.has(file.path) || OF_TASK.test(file.path))
        losses.incomplete(
          `${name}${file.path}`,
          '',
          'Another file has its place. Put what it does elsewhere.',
        );
      else given.set(file.path, file);
  return [...given.values()];
}

/** What a Dockerfile does on top of the sandbox image. Links over the folders of Harbor are an import's own. */
function keptOf({ name, files }: ImageParts['folders'][number], losses: LossList): readonly Instruction[] {
  const file = files.find(({ path }) => path === DOCKERFILE);
  if (file === undefined) return [];
  const instructions = parseDockerfile(textOrNull(file.content) ?? '');
  const stages = instructions.filter(({ keyword }) => keyword === 'FROM');
  const first = instructions.findIndex(({ keyword }) => keyword === 'FROM');
  if (stages.length !== 1 || !ITS_OWN_BASE.test(stages[0]?.words ?? '')) {
    losses.incomplete(
      `${name}${DOCKERFILE}`,
      '',
      'It has several stages. Put what it does into the new one.',
    );
    return [];
  }
  return instructions.slice(first + 1).filter(({ source }) => linkIn(source)?.target !== GRADE);
}

function below(folder: string, files: Files): Files {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}
