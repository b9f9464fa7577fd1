import { isBuiltin } from 'node:module';
import { extname, posix } from 'node:path';
import { visible } from '../../base/visible.ts';
import { Environment } from '../../contracts/environment.ts';
import type { SkillFolder } from '../../contracts/skill.ts';
import { DEBIAN_NAMES, OWN_MODULES, packageOf, STANDARD_MODULES } from './python-modules.ts';

type Files = SkillFolder['files'];
type Kind = 'debian' | 'pip' | 'npm';
type Named = { kind: Kind; name: string };

/** A package that a skill seems to need, and where it says so. */
export type Guess = Named & { from: string };

/** Programs that skills call and a sandbox lacks, and the Debian packages that bring them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  convert: 'imagemagick',
  dot: 'graphviz',
  exiftool: 'libimage-exiftool-perl',
  ffmpeg: 'ffmpeg',
  gs: 'ghostscript',
  libreoffice: 'libreoffice',
  magick: 'imagemagick',
  pandoc: 'pandoc',
  pdffonts: 'poppler-utils',
  pdfimages: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdfseparate: 'poppler-utils',
  pdftocairo: 'poppler-utils',
  pdftohtml: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdfunite: 'poppler-utils',
  pdftk: 'pdftk-java',
  qpdf: 'qpdf',
  soffice: 'libreoffice',
  sqlite3: 'sqlite3',
  tesseract: 'tesseract-ocr',
  unzip: 'unzip',
  xmllint: 'libxml2-utils',
  zip: 'zip',
};

const PYTHON_IMPORT =
  /^\s*(?:from\s+([A-Za-z_][\w.]*)\s+import\s+([\w(*]+)|import\s+([A-Za-z_][\w.]*(?:\s+as\s+\w+)?(?:\s*,\s*[A-Za-z_][\w.]*(?:\s+as\s+\w+)?)*)\s*(?:#.*)?$)/;
const NODE_IMPORT =
  /(?:\bfrom\s*|\brequire\(\s*|\bimport\s*(?:\(\s*)?)['"]((?:@[\w.-]+\/)?[a-z0-9][\w.-]*)(?:\/[^'"]*)?['"]/;
/** The program of a call such as `subprocess.run(["pdfinfo", path])`. In a list, these words may mean anything. */
const CALLED = /\[\s*['"](?!(?:convert|dot|zip)['"])([a-z][\w-]*)['"]\s*,/;
const FIRST_WORD = /^\s*(?:\$\s+)?([a-z][\w-]*)(?=\s)/;
// Without a limit of options, each word of a line such as `apt -apt -apt` would be read up to its end.
const INSTALL: readonly { kind: Kind; command: RegExp }[] = [
  { kind: 'pip', command: /\b(?:pip3?|uv\s+pip)\s+install\s+([^#;&|]+)/ },
  { kind: 'npm', command: /\bnpm\s+(?:install|i|add)\s+([^#;&|]+)/ },
  { kind: 'debian', command: /\bapt(?:-get)?\s+(?:-\S+\s+){0,8}install\s+([^#;&|]+)/ },
];
/** Options of pip, npm and apt whose value is the next word. */
const TAKES_A_VALUE =
  /^(?:-[cefirt]|--(?:constraint|extra-index-url|find-links|index-url|platform|prefix|python|registry|requirement|target|trusted-host))$/;
const REDIRECTION = /^\d?[<>]/;
/** What every sandbox has, and the package managers themselves. */
const NEEDLESS: Readonly<Record<Kind, ReadonlySet<string>>> = {
  debian: new Set(
    'bash ca-certificates coreutils curl git jq nodejs npm perl procps python3 ripgrep tar'.split(' '),
  ),
  pip: new Set(['pip', 'setuptools', 'wheel']),
  npm: new Set(['npm']),
};
const FENCE = /^\s*(?:```|~~~)\s*(\w*)/;
const CODE = {
  py: 'python',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  jsx: 'node',
  tsx: 'node',
  sh: 'shell',
  bash: 'shell',
} as const;
const LANGUAGES: Readonly<Record<string, Language>> = {
  ...CODE,
  ...{
    python: 'python',
    python3: 'python',
    javascript: 'node',
    typescript: 'node',
    shell: 'shell',
    console: 'shell',
  },
};
type Language = 'python' | 'node' | 'shell';

/**
 * Guesses from imports, install commands and calls in a skill's scripts and code blocks. Nobody has to be right
 * here: the author of the suite reads and edits the list, and a run shows what is missing.
 */
export function guessEnvironment(files: Files): Guess[] {
  const own = new Set(files.map(({ path }) => posix.parse(path).name));
  const folders = new Set(files.flatMap(({ path }) => posix.dirname(path).split('/')));
  const isOwn = (name: string) => own.has(name) || folders.has(name);
  const guesses = [
    ...files.flatMap(declaredIn),
    ...files.flatMap((file) =>
      linesOf(file).flatMap(({ text, language, line }) =>
        namesIn(text, language, isOwn).map((named) => ({ ...named, from: `${visible(file.path)}:${line}` })),
      ),
    ),
  ];
  const valid = guesses.filter(({ kind, name }) => Environment.safeParse({ [kind]: [name] }).success);
  const first = new Map(valid.toReversed().map((guess) => [keyOf(guess), guess]));
  // Whoever asks for a version somewhere gets the package from PyPI alone.
  for (const { kind, name } of valid) {
    const debian = kind === 'pip' ? debianNameOf(withoutVersion(name)) : null;
    if (debian !== null) first.delete(keyOf({ kind: 'debian', name: debian }));
  }
  return [...first.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Whoever names a version means the same package, and PyPI does not tell signs between words apart. */
function keyOf({ kind, name }: Named): string {
  const known = withoutVersion(name).toLowerCase();
  return `${kind} ${kind === 'pip' ? known.replaceAll(/[-_.]+/g, '-') : known}`;
}

function withoutVersion(name: string): string {
  const [first = '', ...rest] = name;
  return `${first}${rest.join('').split(/[[=]/)[0]}`;
}

/** The package of Debian for a package of PyPI, whatever its version; `null` if there is none that we know. */
export function debianNameFor(name: string): string | null {
  return debianNameOf(withoutVersion(name));
}

function debianNameOf(name: string): string | null {
  const known = name.toLowerCase();
  return Object.hasOwn(DEBIAN_NAMES, known) ? `python3-${DEBIAN_NAMES[known]}` : null;
}

/**
 * What is asked for without a version comes from Debian if it is there. Not everybody can publish a package of Debian,
 * so that the suite may install it at once.
 */
function asked(kind: Kind, words: string): Named {
  const unquoted = words.replaceAll(/["']/g, '');
  const name = bare(unquoted);
  const debian = kind === 'pip' && name === unquoted ? debianNameOf(name) : null;
  return debian === null ? { kind, name } : { kind: 'debian', name: debian };
}

/** What the skill says itself is needed, in the files of package managers. */
function declaredIn({ path, content }: Files[number]): Guess[] {
  const from = visible(path);
  const text = Buffer.from(content).toString();
  if (posix.basename(path) === 'requirements.txt')
    return text
      .split('\n')
      .map((line) => (line.split(/#|;|--/)[0] ?? '').trimEnd().replaceAll(' ', ''))
      .filter((line) => line !== '' && !line.startsWith('-'))
      .map((line) => ({ ...asked('pip', line), from }));
  if (posix.basename(path) !== 'package.json') return [];
  return dependenciesIn(jsonIn(text)).map((name) => ({ kind: 'npm', name, from }));
}

function dependenciesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || !('dependencies' in value)) return [];
  const { dependencies } = value;
  return typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : [];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON says nothing.
    return null;
  }
}

type CodeLine = { text: string; language: Language; line: number };

/** Nobody writes longer lines that import or install something. */
const LONGEST_LINE = 2_000;

/** The lines of a script, or those of the code blocks of the skill's own text. */
function linesOf(file: Files[number]): CodeLine[] {
  return codeIn(file).filter(({ text }) => text.length <= LONGEST_LINE);
}

function codeIn({ path, content }: Files[number]): CodeLine[] {
  const lines = Buffer.from(content).toString().split('\n');
  const own = LANGUAGES[extname(path).slice(1)];
  if (own !== undefined) return lines.map((text, index) => ({ text, language: own, line: index + 1 }));
  // Other texts show how to use this and that; what the skill runs stands in the first one and in its scripts.
  if (path !== 'SKILL.md') return [];
  const found: CodeLine[] = [];
  let language: Language | null = null;
  let isCode = false;
  for (const [index, text] of lines.entries()) {
    const fence = FENCE.exec(text);
    if (fence !== null) {
      isCode = !isCode;
      language = isCode ? (LANGUAGES[fence[1]?.toLowerCase() ?? ''] ?? null) : null;
    } else if (language !== null) found.push({ text, language, line: index + 1 });
  }
  return found;
}

function namesIn(text: string, language: Language, isOwn: (name: string) => boolean): Named[] {
  if (language === 'python') {
    const modules = pythonModules(text).filter(([first = '']) => !isOwn(first));
    const packages = modules.flatMap((module) => packageOf(module) ?? []);
    return [...packages.map((name) => asked('pip', name)), ...programs(CALLED.exec(text)?.[1])];
  }
  if (language === 'node') {
    const name = NODE_IMPORT.exec(text)?.[1];
    return name === undefined || isBuiltin(name) || isOwn(name) ? [] : [{ kind: 'npm', name }];
  }
  return [...programs(FIRST_WORD.exec(text)?.[1]), ...installedBy(text)];
}

function programs(name = ''): Named[] {
  const debian = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  return debian === undefined ? [] : [{ kind: 'debian', name: debian }];
}

/** An option may take the next word as its value, which then is no package. */
function installedBy(text: string): Named[] {
  return INSTALL.flatMap(({ kind, command }) => {
    const words = command.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
    const names = words.filter(
      (word, index) =>
        !word.startsWith('-') && !REDIRECTION.test(word) && !TAKES_A_VALUE.test(words[index - 1] ?? ''),
    );
    return names.filter((name) => !NEEDLESS[kind].has(name)).map((name) => asked(kind, name));
  });
}

/** A range of versions is left to whoever edits the list. */
function bare(name: string): string {
  return /^[^=<>~!]+==[\w.!+]+$/.test(name) ? name : (name.split(/[=<>~!]/)[0] ?? '');
}

/** The parts of the names of modules that a line imports, with what it takes out of one. */
function pythonModules(text: string): string[][] {
  const [, from, taken = '', imported = ''] = PYTHON_IMPORT.exec(text) ?? [];
  const names = from === undefined ? imported.split(',') : [`${from}.${taken}`];
  return names
    .map((name) => (name.trim().split(/\s/)[0] ?? '').split('.'))
    .filter(([first = '']) => first !== '' && !STANDARD_MODULES.has(first) && !OWN_MODULES.has(first));
}
