import type { ReadSkill } from '../../../skill/read-skill.ts';
import type { TextFile } from '../../../skill/text-file.ts';
import { isFixturePath, isProseFile } from './file-kind.ts';
import type { Language } from './language.ts';
import { isCode, languageNamed, languagesOfFile } from './language.ts';

/** The languages that the texts of a skill run its files in. */
export type RunLanguages = {
  /** A command begins with the interpreter and names the file as what it runs. */
  started(file: TextFile): Language[];
  /** The instructions themselves have such a command, wherever the file is. */
  isInstructed(file: TextFile): boolean;
  /** An interpreter and the file are in one line or one call, whatever is between them. */
  named(file: TextFile): Language[];
};

/** `source` is a word of prose too, unless a command begins with it. */
const STARTS =
  /(?:(?:^|[\s`;&|("'/])((?:ba|z|da|k)?sh|python|pypy|uv|node|bun|deno|tsx|perl|ruby|php|awk|pwsh)[\d.]{0,5}|(?:^|[`;&|(])[ \t]{0,8}(source|\.))[ \t]{1,3}(?:(?:-[\w=:.-]{1,40}(?:[ \t]{1,3}[\w=:.]{1,40})?|run)[ \t]{1,3}){0,4}["']?((?:\$\([^()\n]{1,80}\)|<[^<>\n]{1,60}>|\[[^[\]\n]{1,60}\])?[\w.$@{}~/:-]{1,200})/gm;

/** A command that is the path of a file, as far as prose has no such words: it begins with a sign, or has arguments. */
const STARTS_ITSELF =
  /(?:^|[`;&|(])[ \t]{0,8}["']?(?:(?:\.{1,2}|[~$][\w{}]{0,60})(\/[\w./-]{1,200})|\w[\w.-]{0,60}(\/[\w./-]{1,200})(?=[ \t]{1,8}[^\s#`]))/gm;
/** What runs a file or a text in a shell without the name of one. */
const RUNNERS =
  /\beval[ \t]+["'$`]|(?:^|[`;&|(])[ \t]*(?:(?:command|builtin|exec)[ \t]+)?(?:source|\.)[ \t]+["']?[\w.$~{(<*/]|\$\{?(?:SHELL|BASH|0)\b|<\(|-exec(?:dir)?\b|\bxargs\b|\bchmod[ \t]+\S{0,40}[x7]|\bBASH_ENV\b|\b(?:system|popen|execSync|spawnSync|execFile|execFileSync)\b|\btrap[ \t]+["']|\bparallel\b|\bat[ \t]+now\b|\bmake[ \t]+-f|\/dev\/fd\b/m;

/** The same in a text that is mostly no code. */
const RUNNERS_IN_PROSE = /\beval[ \t]+["'$`]|\$\{?(?:SHELL|BASH)\b|\bBASH_ENV\b/;

/** Words that are no English: `node` and `source` count only where a command begins. */
const INTERPRETERS: readonly [string, Language][] = [
  ['sh bash zsh dash ash ksh mksh busybox', 'bash'],
  [
    'python pypy ipython jython micropython uv pipx runpy execfile run_path importlib sys.executable',
    'python',
  ],
  ['nodejs process.execPath runInThisContext runInNewContext', 'javascript'],
  ['deno bun tsx ts-node', 'typescript'],
  ['pwsh powershell', 'powershell'],
  ['perl ruby php awk gawk lua osascript tclsh Rscript', 'other'],
];
const LANGUAGE_OF = new Map(
  INTERPRETERS.flatMap(([words, language]) =>
    words.split(' ').map((word): [string, Language] => [word.toLowerCase(), language]),
  ),
);
const INTERPRETER = new RegExp(
  `(?<![\\w.-])(?:${[...LANGUAGE_OF.keys()].map((word) => word.replace('.', '\\.')).join('|')})(?=[\\d.]{0,6}(?![\\w/-]))`,
  'gi',
);

/** Runs of characters that no shell and no path gives a meaning. */
const WORD = /[^\0-\x20!-,/:-@[-^`{-~]+/g;
const OPENS_MORE = /[,([{|&]\s*$/;
/** The file to run may be in a variable, which is filled somewhere in the same text. */
const VARIABLE = /[$*?]/;
/** The lines over which a call may extend. */
const MAX_LINES = 20;

/** Text for people has a command in one piece; a script may fill a variable anywhere. */
const NEARBY = 10;

type Found = Map<string, Set<Language>>;

/** Every text is read once; what it costs does not depend on the number of files. */
export function languagesRun({ files, document }: ReadSkill): RunLanguages {
  const started = new Map<string, Set<Language>>();
  const instructed = new Map<string, Set<Language>>();
  const named = new Map<string, Set<Language>>();
  const names = new Set(files.map(({ path }) => nameIn(path)));
  const code = files.filter(({ path, text }) => languagesOfFile(path, text).some(isCode));
  const codeNames = new Set(code.map(({ path }) => nameIn(path)));
  // A skill of one file can run no other, and itself only if it says its name.
  const several = files.length > 1 || files.some(({ text }) => OWN_NAME.test(text)) ? files : [];
  const shellScripts: string[] = [];
  let ofDocument: Notes | null = null;
  for (const { path, text } of several) {
    const isProse = isProseFile(path);
    const notes = notesOf(text, names, isProse);
    addTo(started, notes.started);
    addTo(named, notes.named);
    if (isProse && text === document?.file.text) ofDocument = notes;
    if (isProse) continue;
    const languages = languagesOfFile(path, text).filter(isCode);
    if (languages.length === 0) continue;
    if (!isFixturePath(path)) {
      addTo(instructed, notes.started);
      for (const name of namesIn(text, codeNames)) note(instructed, name, []);
    }
    if (languages.includes('bash')) shellScripts.push(text);
  }
  if (shellScripts.length > 0) noteMentioned(shellScripts, files, named);
  if (document !== null && several.length > 0) {
    const { text } = document.file;
    const notes = ofDocument ?? notesOf(text, names, true);
    addTo(instructed, notes.started);
    addTo(instructed, notes.named);
    for (const [, path, other = ''] of text.matchAll(STARTS_ITSELF))
      note(instructed, nameIn(path ?? other), []);
  }
  return {
    isInstructed: ({ path }) => instructed.has(nameIn(path)),
    started: ({ path }) => [...(started.get(nameIn(path)) ?? [])],
    named: ({ path }) => [...(named.get(nameIn(path)) ?? [])],
  };
}

/** What one text starts and names. */
type Notes = { started: Found; named: Found };

function notesOf(text: string, names: ReadonlySet<string>, isProse: boolean): Notes {
  const notes: Notes = { started: new Map(), named: new Map() };
  noteStarted(text, notes.started);
  noteNamed(text, names, notes.named, isProse);
  return notes;
}

function addTo(all: Found, more: Found): void {
  for (const [name, languages] of more) note(all, name, languages);
}

const OWN_NAME = /skill\.md|\*/i;

/**
 * A shell can run a file of data in more ways than anybody can list, so that naming it in a script is enough: by its name, or
 * by its folder, because the rest may be a pattern.
 */
function noteMentioned(texts: readonly string[], files: readonly TextFile[], found: Found): void {
  const data = files.filter(isDataOrUnknown);
  const words = new Set(data.flatMap((file) => [nameIn(file.path), folderOf(file)]));
  const mentioned = new Set(texts.flatMap((text) => namesIn(text, words)));
  for (const file of data)
    if (mentioned.has(nameIn(file.path)) || mentioned.has(folderOf(file)))
      note(found, nameIn(file.path), ['bash']);
}

function isDataOrUnknown({ path, text }: TextFile): boolean {
  return !isProseFile(path) && !languagesOfFile(path, text).some(isCode);
}

/** The name of the innermost folder. */
function folderOf({ path }: TextFile): string {
  return nameIn(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** The last word of a path. A name without words is found wherever a file is run. */
function nameIn(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return withoutStop(base.match(WORD)?.at(-1) ?? '');
}

/** A sentence may end after a name. Some file systems make no difference between upper and lower case. */
function withoutStop(word: string): string {
  let end = word.length;
  while (word[end - 1] === '.') end--;
  return word.slice(0, end).toLowerCase();
}

function noteStarted(text: string, found: Found): void {
  for (const [, program, , path = ''] of text.matchAll(STARTS))
    note(found, nameIn(path), [program === undefined ? 'bash' : languageOfProgram(program)]);
}

function languageOfProgram(program: string): Language {
  if (program === 'uv' || program === 'pypy') return 'python';
  if (program === 'bun' || program === 'deno') return 'typescript';
  return languageNamed(program) ?? 'other';
}

function note(found: Found, name: string, languages: Iterable<Language>): void {
  const all = found.get(name) ?? new Set();
  for (const language of languages) all.add(language);
  found.set(name, all);
}

/** A call that the lines so far have begun and not ended. */
type OpenCall = { languages: ReadonlySet<Language>; depth: number; lines: number };

function noteNamed(text: string, names: ReadonlySet<string>, found: Found, isProse: boolean): void {
  const runners = isProse ? RUNNERS_IN_PROSE : RUNNERS;
  if (text.search(INTERPRETER) === -1 && !runners.test(text)) return;
  const lines = text.replace(/\\\n/g, '  ').split('\n');
  const variables = new Map<number, ReadonlySet<Language>>();
  let open: OpenCall | null = null;
  for (const [index, line] of lines.entries()) {
    const here = interpretersIn(line, runners);
    if (here.length === 0 && open === null) continue;
    const languages: ReadonlySet<Language> = new Set([...(open?.languages ?? []), ...here]);
    const named = namesIn(line, names);
    for (const name of named) note(found, name, languages);
    if (named.length === 0 && VARIABLE.test(line)) variables.set(index, languages);
    open = continued({ languages, depth: open?.depth ?? 0, lines: open?.lines ?? 0 }, line);
  }
  if (variables.size > 0)
    noteAssigned(lines, variables, names, found, isProse ? NEARBY : Number.POSITIVE_INFINITY);
}

/** Goes back from each line that runs a variable, because a variable is filled before. */
function noteAssigned(
  lines: readonly string[],
  variables: ReadonlyMap<number, ReadonlySet<Language>>,
  names: ReadonlySet<string>,
  found: Found,
  reach: number,
): void {
  const languages = new Set<Language>();
  let left = 0;
  for (let index = lines.length - 1; index >= 0; index--) {
    const here = variables.get(index);
    if (here !== undefined) {
      left = reach;
      for (const language of here) languages.add(language);
    }
    if (left-- > 0) for (const name of namesIn(lines[index] ?? '', names)) note(found, name, languages);
    else languages.clear();
  }
}

/** The names in a text as it is written, and as a shell reads it. A name without words may be anywhere. */
function namesIn(text: string, names: ReadonlySet<string>): string[] {
  const spellings = new Set([text, text.replace(/["'\\]/g, '')]);
  const words = [...spellings].flatMap((spelling) => spelling.match(WORD) ?? []);
  return ['', ...words.map(withoutStop)].filter((word) => names.has(word));
}

function interpretersIn(line: string, runners: RegExp): Language[] {
  const words = line.match(INTERPRETER) ?? [];
  const here = words.flatMap((word) => LANGUAGE_OF.get(word.toLowerCase()) ?? []);
  return runners.test(line) ? [...here, 'bash'] : here;
}

function continued({ languages, depth, lines }: OpenCall, line: string): OpenCall | null {
  const opened = line.match(/[([{]/g)?.length ?? 0;
  const closed = line.match(/[)\]}]/g)?.length ?? 0;
  const inside = Math.max(0, depth + opened - closed);
  const goesOn = (inside > 0 || OPENS_MORE.test(line)) && lines < MAX_LINES;
  return goesOn ? { languages, depth: inside, lines: lines + 1 } : null;
}
