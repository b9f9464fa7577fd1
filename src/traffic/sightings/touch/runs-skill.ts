import { wordsOfInput } from './input-words.ts';
import { shellCommands } from './shell-commands.ts';
import { commandOf } from './simple-command.ts';
import type { SkillPlace } from './skill-place.ts';
import { SureShell } from './sure-shell.ts';

/** Expansions that may end the shell, such as `${name:?}` without a value or a division by zero. */
const OPAQUE = /\$\{(?!\w+\})|\$\[|\(\(/;
/** The limit for command lines within command lines. */
const MAX_DEPTH = 4;

/**
 * Whether a tool call is certain to run a file of the skill. It is not certain behind a condition, a loop, a function, or
 * a command that may fail or never end.
 */
export function runsSkill(input: Record<string, unknown>, place: SkillPlace): boolean {
  return wordsOfInput(input, place.cwd).some((words) => {
    const at = { ...place, cwd: words.cwd };
    if (words.kind === 'line') return lineRunsSkill(words.text, at, 0);
    return words.kind === 'argv' && openShell(at, 0).runs([commandOf(words.words)]);
  });
}

function lineRunsSkill(line: string, place: SkillPlace, depth: number): boolean {
  return depth < MAX_DEPTH && !OPAQUE.test(line) && openShell(place, depth).runs(shellCommands(line));
}

function openShell(place: SkillPlace, depth: number): SureShell {
  return new SureShell(place, (line, cwd) => lineRunsSkill(line, { ...place, cwd }, depth + 1));
}
