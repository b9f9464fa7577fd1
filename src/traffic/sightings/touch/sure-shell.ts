import { posix } from 'node:path';
import type { SimpleCommand } from './simple-command.ts';
import { namesFile, namesFolder, type SkillPlace } from './skill-place.ts';

/** Interpreters that every sandbox has, with the flags that do not change which file they run. */
const INTERPRETERS = [
  { name: /^python3?$/, flag: /^-[uBEO]+$/ },
  { name: /^node$/, flag: /^--no-warnings$/ },
  { name: /^(bash|sh)$/, flag: /^-[eux]+$/ },
  { name: /^(\.|source)$/, flag: /^$/ },
];
const SHELL = /^(bash|sh)$/;
const LINE_FLAG = /^-[leux]*c$/;
/** Words that may precede a command without keeping it from running. */
const LEADING = new Set(['time', 'nohup', 'env', 'exec', 'timeout']);
const DURATION = /^[1-9]\d*[smh]?$/;
const ASSIGNMENT = /^\w+=/;
/** Assignments that can change what a command runs. */
const DECIDING = /^(PATH|IFS|ENV|CDPATH|BASH_\w+|LD_\w+|PYTHON\w*|NODE_\w+)=/;
const SUCCEEDING = new Set([':', 'true', 'echo', 'pwd', 'set', 'export']);
const ENDING = new Set([...SUCCEEDING, 'cd', 'ls', 'mkdir', 'false']);
/** `set -euo pipefail` and its parts. */
const STRICT = /^(-[eux]*o?|pipefail)$/;

/** Interprets a command line as long as its effect is certain: it knows a few commands that end, and stops at any other. */
export class SureShell {
  readonly #place: SkillPlace;
  readonly #runsLine: (line: string, cwd: string) => boolean;
  /** `null` once it is uncertain. */
  #cwd: string | null;
  /** Whether a failure ends the shell. */
  #isStrict = false;

  constructor(place: SkillPlace, runsLine: (line: string, cwd: string) => boolean) {
    this.#place = place;
    this.#runsLine = runsLine;
    this.#cwd = place.cwd;
  }

  /** All commands of a pipeline are started. The next one needs each of them to have ended, and `&&` to have succeeded. */
  runs(commands: readonly SimpleCommand[]): boolean {
    let [isReached, hasEnded, hasSucceeded] = [true, true, true];
    for (const command of commands) {
      const { after } = command;
      if (after === 'group' || after === 'unclosed') return false;
      if (after === '&&' || (after === ';' && this.#isStrict)) isReached &&= hasSucceeded;
      if (after === '||') isReached = false;
      if (after === ';' && !this.#isStrict) isReached = true;
      if (after !== '|') {
        if (!hasEnded) return false;
        hasSucceeded = true;
      }
      if (isReached && this.#isRun(command)) return true;
      hasEnded &&= this.#ends(command);
      hasSucceeded &&= this.#succeeds(command);
    }
    return false;
  }

  #isRun({ words, inputs, outputs, nested }: SimpleCommand): boolean {
    const [name = '', ...args] = withoutLeading(words);
    if (inputs.length > 0 || !outputs.every((path) => this.#takes(path))) return false;
    if (nested.some((inside) => this.#isRunInside(inside))) return true;
    if (SHELL.test(name) && LINE_FLAG.test(args[0] ?? '')) return this.#isLine(args[1] ?? '');
    if (name.includes('/') && this.#isExecutable(name)) return true;
    const interpreter = INTERPRETERS.find((known) => known.name.test(name));
    if (interpreter === undefined) return false;
    const [file = '', module = ''] = args.slice(args.findIndex((word) => !interpreter.flag.test(word)));
    return file === '-m' && name.startsWith('python') ? this.#isModule(module) : this.#isFile(file);
  }

  #isRunInside(commands: readonly SimpleCommand[]): boolean {
    if (this.#cwd === null) return false;
    return new SureShell({ ...this.#place, cwd: this.#cwd }, this.#runsLine).runs(commands);
  }

  #isLine(line: string): boolean {
    return this.#cwd !== null && this.#runsLine(line, this.#cwd);
  }

  #isModule(module: string): boolean {
    const path = module.replaceAll('.', '/');
    return [`${path}.py`, `${path}/__main__.py`].some((file) => this.#isFile(file));
  }

  #isFile(word: string): boolean {
    const path = this.#path(word);
    return path !== null && !/[*?[{]/.test(word) && namesFile(this.#place, path);
  }

  #isExecutable(word: string): boolean {
    const { root, executables, files } = this.#place;
    const path = this.#path(word);
    return this.#isFile(word) && (files === null || executables.some((file) => path === `${root}/${file}`));
  }

  /** Whether output is redirected to a place that certainly accepts it. */
  #takes(target: string): boolean {
    if (/^(\d|-|\/dev\/null)$/.test(target)) return true;
    const path = this.#path(target);
    return path !== null && [this.#place.cwd, this.#place.home, '/tmp'].includes(posix.dirname(path));
  }

  #path(word: string): string | null {
    const path = word.replace(/^\$(HOME|\{HOME\})(?=\/|$)/, this.#place.home);
    if (path === '' || path.includes('$')) return null;
    if (path.startsWith('/')) return posix.normalize(path);
    return this.#cwd === null ? null : posix.resolve(this.#cwd, path);
  }

  #ends({ words, nested }: SimpleCommand): boolean {
    const [name = '', ...args] = words;
    if (nested.length > 0 || words.some((word) => DECIDING.test(word))) return false;
    if (name !== 'set') return ENDING.has(name) || words.every((word) => ASSIGNMENT.test(word));
    this.#isStrict = true;
    return args.every((word) => STRICT.test(word));
  }

  #succeeds({ words, inputs, outputs }: SimpleCommand): boolean {
    const [name = '', ...args] = words;
    const goesWell = inputs.length === 0 && outputs.every((path) => this.#takes(path));
    if (name === 'cd') return this.#enter(args) && goesWell;
    const isKnown = SUCCEEDING.has(name) || words.every((word) => ASSIGNMENT.test(word));
    return goesWell && isKnown && !words.some((word) => word.includes('$'));
  }

  #enter([folder = this.#place.home]: readonly string[]): boolean {
    const path = this.#path(folder);
    const { cwd, home, root } = this.#place;
    const isThere =
      path !== null && ([cwd, home, root, '/tmp', '/'].includes(path) || this.#isSkillFolder(path));
    this.#cwd = isThere ? path : null;
    return isThere;
  }

  #isSkillFolder(path: string): boolean {
    return path.startsWith(`${this.#place.root}/`) && namesFolder(this.#place, path);
  }
}

/** Returns no words if an assignment can change what the command runs. */
function withoutLeading(words: readonly string[]): readonly string[] {
  let start = 0;
  for (; start < words.length; start++) {
    const word = words[start] ?? '';
    if (DECIDING.test(word)) return [];
    const isDuration = words[start - 1] === 'timeout' && DURATION.test(word);
    if (!LEADING.has(word) && !isDuration && !ASSIGNMENT.test(word)) break;
  }
  return words.slice(start);
}
