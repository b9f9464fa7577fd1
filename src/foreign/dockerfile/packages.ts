import type { PlainCommand } from './shell-commands.ts';

/** Packages that commands install, as the environment of a suite names them. */
export type Packages = { debian: string[]; pip: string[]; npm: string[] };

export function noPackages(): Packages {
  return { debian: [], pip: [], npm: [] };
}

export function joinPackages(all: readonly Packages[]): Packages {
  const join = (kind: keyof Packages) => [...new Set(all.flatMap((one) => one[kind]))];
  return { debian: join('debian'), pip: join('pip'), npm: join('npm') };
}

const DEBIAN = /^([a-z0-9][a-z0-9.+-]*)(?:=\S+)?$/;
/** A Python package with any condition on its version. */
const PYTHON = /^[A-Za-z0-9][\w.-]*(?:\[[\w,.-]+\])?(?:(?:[=!<>~]=|<|>)[\w.!+*,=<>~]+)?$/;
const NODE = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?:@[\w.^~+-]+)?$/;

/** Options of pip that change nothing about what is installed. */
const PIP_OPTIONS =
  /^(?:--break-system-packages|--no-cache-dir|--no-cache|-q|-qq|--quiet|-U|--upgrade|--system|--no-input|--user|--disable-pip-version-check|--root-user-action=\w+)$/;
/** pip brings these itself, or they are there. */
const PIP_OWN = new Set(['pip', 'setuptools', 'wheel', 'uv']);
/** apt's own, and what is left of it. */
const CLEANED = /^(?:\/var\/(?:lib\/apt|cache)|\/tmp|\/var\/tmp|\/root\/\.(?:cache|npm))(?:\/.*)?$/;

/**
 * What a command installs; empty if it only prepares that or cleans up after it, and `null` if it does anything else.
 */
export function packagesIn(command: PlainCommand): Packages | null {
  if (command === null) return null;
  const words = command[0] === 'sudo' ? command.slice(1) : command;
  const [program = '', ...rest] = withoutAssignments(words);
  if (/^(?:apt|apt-get)$/.test(program)) return debianIn(rest);
  if (/^(?:pip|pip3|pip3?\.\d+)$/.test(program)) return pipIn(rest);
  if (/^python3?$/.test(program) && rest[0] === '-m' && rest[1] === 'pip') return pipIn(rest.slice(2));
  if (program === 'uv' && rest[0] === 'pip') return pipIn(rest.slice(1));
  if (program === 'npm') return npmIn(rest);
  return installsNothing(program, rest) ? noPackages() : null;
}

/** `DEBIAN_FRONTEND=noninteractive apt-get …` */
function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

function installsNothing(program: string, rest: readonly string[]): boolean {
  if (program === 'rm')
    return rest.filter((word) => !word.startsWith('-')).every((path) => CLEANED.test(path));
  return ['', 'true', ':', 'set', 'export', 'echo'].includes(program);
}

function debianIn(words: readonly string[]): Packages | null {
  const [verb = '', ...names] = words.filter((word) => !word.startsWith('-'));
  if (/^(?:update|upgrade|clean|autoclean|autoremove|dist-upgrade)$/.test(verb)) return noPackages();
  if (verb !== 'install' || words.some((word) => /^-(?:t|o)$|^--target/.test(word))) return null;
  const debian = names.map((name) => DEBIAN.exec(name)?.[1] ?? null);
  return isWhole(debian) ? { ...noPackages(), debian } : null;
}

function pipIn(words: readonly string[]): Packages | null {
  const [verb, ...rest] = words;
  if (verb === 'cache') return noPackages();
  const names = rest.filter((word) => !PIP_OPTIONS.test(word));
  if (verb !== 'install' || !names.every((name) => PYTHON.test(name))) return null;
  return { ...noPackages(), pip: names.filter((name) => !PIP_OWN.has(nameOf(name))) };
}

/** The name of a Python package, without what follows it. */
export function nameOf(requirement: string): string {
  return (requirement.split(/[^\w.-]/)[0] ?? '').toLowerCase();
}

function npmIn(words: readonly string[]): Packages | null {
  const names = words.filter((word) => !word.startsWith('-'));
  const isGlobal = words.includes('-g') || words.includes('--global');
  if (names[0] === 'cache') return noPackages();
  if (!isGlobal || !/^(?:install|i|add)$/.test(names[0] ?? '')) return null;
  const npm = names.slice(1);
  return npm.every((name) => NODE.test(name)) ? { ...noPackages(), npm } : null;
}

function isWhole(names: readonly (string | null)[]): names is string[] {
  return names.every((name) => name !== null);
}
