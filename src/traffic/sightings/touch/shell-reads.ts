import { posix } from 'node:path';
import { isGlob } from './matches-glob.ts';
import { MAX_PATH_CHARACTERS } from './max-path-characters.ts';
import { shellCommands } from './shell-commands.ts';
import { commandOf, type SimpleCommand } from './simple-command.ts';
import { namesFile, namesFolder, type SkillPlace } from './skill-place.ts';

/** Programs that print or test file names without reading or running the files. */
const NAMING = new Set([
  ...['echo', 'printf', ':', 'true', 'false', 'pwd', 'ls', 'tree', 'stat', 'du', 'find', 'test', '[', '[['],
  ...['which', 'type', 'hash', 'realpath', 'readlink', 'basename', 'dirname', 'mkdir', 'touch'],
  ...['rm', 'rmdir', 'chmod', 'chown', 'unset', 'alias'],
  // `command -v` arrives here as `-v`, because leading words are dropped.
  ...['-v', '-V'],
]);
const RUNS_WHAT_IT_FINDS = /^-(exec|execdir|ok)$/;
/** Programs whose last argument is the destination. */
const COPYING = new Set(['cp', 'mv', 'install', 'rsync']);
const SHELLS = new Set(['bash', 'sh', 'dash', 'zsh', 'eval']);
const INTERPRETERS = /^(python[\d.]*|node|deno|bun|ruby|perl|php)$/;
/** Words that may precede a command. */
const LEADING = new Set([
  ...['then', 'do', 'else', 'if', 'elif', 'while', 'until', '!', '{'],
  ...['time', 'sudo', 'env', 'nohup', 'exec', 'xargs', 'command', 'builtin'],
]);
const DECLARING = new Set(['export', 'local', 'declare', 'readonly', 'typeset']);
const ASSIGNMENT = /^(\w+)=(.*)$/s;
/** A quoted string in a program: a path or a command line. An escaped quote starts none, which bounds the search. */
const LITERAL = /(?<!\\)(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
/** Code that loads other code: a folder that it names counts as read. */
const LOADING = /\bsys\.path\b|\bimport\(|\brequire\(/;
const PATCH = /^\s*\*\*\* Begin Patch/;
const MAX_CODE_CHARACTERS = 64 * 1024;
/** The limit for the text that variables add to a command line: each may contain the previous one twice. */
const MAX_EXPANDED_CHARACTERS = 64 * 1024;
/** The limit for patterns: each is compared with every file of the skill. */
const MAX_PATTERNS = 100;
/** The limit for command lines within command lines. */
const MAX_DEPTH = 8;

/** Whether a command line reads or runs a file of the skill, judging by its words. */
export function readsSkill(commandLine: string, place: SkillPlace): boolean {
  return new ShellReads(place).readBy(shellCommands(commandLine));
}

/** Whether a command reads or runs a file of the skill, given as a list of words. */
export function argvReadsSkill(words: readonly string[], place: SkillPlace): boolean {
  return new ShellReads(place).readBy([commandOf(words)]);
}

/** Whether a program reads or runs a file of the skill, judging by its quoted strings. */
export function codeReadsSkill(code: string, place: SkillPlace): boolean {
  return new ShellReads(place).readByCode(code);
}

class ShellReads {
  readonly #place: SkillPlace;
  readonly #variables: Map<string, string>;
  #cwd: string;
  #depth = 0;
  #patternsLeft = MAX_PATTERNS;
  #roomToExpand = MAX_EXPANDED_CHARACTERS;

  constructor(place: SkillPlace) {
    this.#place = place;
    this.#cwd = place.cwd;
    this.#variables = new Map([['HOME', place.home]]);
  }

  readBy(commands: readonly SimpleCommand[]): boolean {
    if (this.#depth === MAX_DEPTH) return false;
    this.#depth += 1;
    const isReading = commands.some((command) => this.#isReading(command));
    this.#depth -= 1;
    return isReading;
  }

  readByCode(code: string): boolean {
    if (PATCH.test(code)) return false;
    const isLoading = LOADING.test(code);
    const literals = code.slice(0, MAX_CODE_CHARACTERS).match(LITERAL) ?? [];
    return literals.some((literal) => {
      const text = literal.slice(1, -1);
      if (/\s/.test(text)) return this.readBy(shellCommands(text));
      return isLoading ? this.#names(text) : this.#namesFile(text);
    });
  }

  #isReading(command: SimpleCommand): boolean {
    const [name = '', ...args] = this.#settled(command.words);
    const program = posix.basename(name);
    if (command.inputs.some((input) => this.#names(input))) return true;
    if (program === 'cd' || program === 'pushd') return this.#enter(args);
    if (program === 'for') return this.#loopOver(args);
    const isNaming = isOnlyNaming(program, args);
    if (command.nested.some((inside) => this.#isNestedReading(inside, isNaming))) return true;
    if (isNaming) return command.isFeeding && args.some((word) => this.#names(word));
    return this.#isRunning(program, args, command) || this.#names(name) || this.#takes(program, args);
  }

  /** A file that is only named counts as read if another command takes the name. */
  #isNestedReading(inside: readonly SimpleCommand[], isNaming: boolean): boolean {
    return this.readBy(inside.map((command) => ({ ...command, isFeeding: command.isFeeding || !isNaming })));
  }

  /** Drops the words before the command itself, and remembers assignments. */
  #settled(words: readonly string[]): string[] {
    let start = 0;
    for (; start < words.length; start++) {
      const word = words[start] ?? '';
      const [, variable, value = ''] = ASSIGNMENT.exec(word) ?? [];
      if (variable !== undefined) this.#variables.set(variable, this.#expanded(value));
      else if (!LEADING.has(word) && !DECLARING.has(word)) break;
    }
    return words.slice(start).map((word) => this.#expanded(word));
  }

  #enter([folder = this.#place.home]: readonly string[]): false {
    const path = this.#path(folder);
    if (path.length <= MAX_PATH_CHARACTERS) this.#cwd = path;
    return false;
  }

  /** `for NAME in WORDS`: the first word that names something of the skill represents all of them. */
  #loopOver([name = '', , ...words]: readonly string[]): false {
    this.#variables.set(name, words.find((word) => this.#names(word)) ?? words[0] ?? '');
    return false;
  }

  /** Whether a program that is given as text reads the skill, or one is run as a module from its folder. */
  #isRunning(program: string, args: readonly string[], { document }: SimpleCommand): boolean {
    if (SHELLS.has(program))
      return [...args, document].some((line) => /\s/.test(line) && this.readBy(shellCommands(line)));
    if (!INTERPRETERS.test(program)) return false;
    const isInside = this.#cwd === this.#place.root || this.#cwd.startsWith(`${this.#place.root}/`);
    if (isInside && args.includes('-m')) return true;
    return [...args.filter((word) => /\s|\(/.test(word)), document].some((code) => this.readByCode(code));
  }

  #takes(program: string, args: readonly string[]): boolean {
    const taken = COPYING.has(program) ? args.slice(0, -1) : args;
    return taken.some((word) => this.#names(word) || this.#names(word.slice(word.indexOf('=') + 1)));
  }

  #names(word: string): boolean {
    return word !== '' && (namesFolder(this.#place, this.#path(word)) || this.#namesFile(word));
  }

  #namesFile(word: string): boolean {
    if (isGlob(word) && this.#patternsLeft-- <= 0) return false;
    return namesFile(this.#place, this.#path(word));
  }

  #path(word: string): string {
    return posix.resolve(this.#cwd, word.replace(/^~(?=\/|$)/, this.#place.home));
  }

  #expanded(word: string): string {
    return word.replaceAll(
      /\$(?:\{(\w+)\}|(\w+))/g,
      (_, braced: string | undefined, bare: string | undefined) => this.#valueOf(braced ?? bare ?? ''),
    );
  }

  #valueOf(variable: string): string {
    const value = this.#variables.get(variable) ?? '';
    if (value.length > this.#roomToExpand) return '';
    this.#roomToExpand -= value.length;
    return value;
  }
}

function isOnlyNaming(program: string, args: readonly string[]): boolean {
  if (program === '') return true;
  return NAMING.has(program) && !args.some((word) => RUNS_WHAT_IT_FINDS.test(word));
}
