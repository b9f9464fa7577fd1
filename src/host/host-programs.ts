import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { execa } from 'execa';
import { isKey } from './known-keys.ts';

type Run = ReturnType<typeof startedIn>;

export type HostPrograms = AsyncDisposable & {
  /** Starts a program of this machine. */
  run: Run;
};

/** A program that looks for a project in the folders above, as npm and corepack do, ends its search here. */
const PROJECT_OF_ITS_OWN = '{"private":true}\n';
/** How npm tells what it starts about its settings, and the folder of the project whose settings it has read too. */
const NPM_SETTING = /^npm_config_/;
const NPM_PROJECT = 'npm_config_local_prefix';
/** These come from the user or the machine alone. */
const OWN_SETTINGS = ['npm_config_userconfig', 'npm_config_globalconfig', 'npm_config_cache'];
/** What is left of the folder in which Assay was started; pyenv looks for the project's version there. */
const FOLDERS = ['PWD', 'OLDPWD', 'INIT_CWD', 'PYENV_DIR', NPM_PROJECT];

/**
 * The programs of this machine, such as npm and git, started in a new folder and without the keys that Assay knows. The
 * folder in which Assay was started may be the checkout of a hostile skill: its `.npmrc` would choose the registry, and
 * send a key there. What is configured for the user or the machine applies.
 */
export async function hostPrograms(): Promise<HostPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-host-'));
  // Some programs go on as another user.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'package.json'), PROJECT_OF_ITS_OWN);
  return {
    run: startedIn(folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function startedIn(cwd: string) {
  return execa({ cwd, env: { ...environment(process.env), PWD: cwd }, extendEnv: false });
}

function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOfProject = settingsOfProject(env);
  const kept = Object.entries(env).filter(
    ([name]) => !isKey(name) && !FOLDERS.includes(name) && !isOfProject(name),
  );
  return Object.fromEntries(
    kept.map(([name, value = '']) => [name, /^path$/i.test(name) ? withoutProjects(value) : value]),
  );
}

/** Tells the settings that may come from a project: all of npm's, if the project has a file of them. */
function settingsOfProject(env: NodeJS.ProcessEnv): (name: string) => boolean {
  const project = env[NPM_PROJECT];
  if (project === undefined || !existsSync(join(project, '.npmrc'))) return () => false;
  return (name) => NPM_SETTING.test(name) && !OWN_SETTINGS.includes(name);
}

/** npx and `npm run` put the programs of a project's packages first. */
function withoutProjects(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isOfPackages(folder))
    .join(delimiter);
}

function isOfPackages(folder: string): boolean {
  const plain = join(folder, '.');
  return basename(plain) === '.bin' && basename(dirname(plain)) === 'node_modules';
}

/** Without the option, npm would read the settings of a project in a folder above that calls this one its workspace. */
export const NO_WORKSPACES = '--workspaces=false';
