import type { ReadSkill } from '../../../skill/read-skill.ts';
import type { Language } from './language.ts';
import { languageNamed } from './language.ts';

/** `source` is a word of prose too, unless a command begins with it. */
const RUNS =
  /(?:(?:^|[\s`;&|("'])((?:ba|z|da|k)?sh|python|uv|node|bun|deno|tsx|perl|ruby|php|awk|pwsh)[\d.]{0,5}|(?:^|[`;&|(])[ \t]{0,8}(source|\.))[ \t]{1,3}(?:(?:-[\w-]{1,20}|run)[ \t]{1,3}){0,4}["']?([\w.$@{}~/-]{1,200})/gm;
const MAX_RUNS = 2_000;
/** The languages that the files of a skill are run in, by the name of the file, as the skill itself says. */
export function languagesRun({ files }: ReadSkill): ReadonlyMap<string, ReadonlySet<Language>> {
  const found = new Map<string, Set<Language>>();
  if (files.length < 2) return found;
  for (const { text } of files) {
    for (const [, program, , path = ''] of text.matchAll(RUNS).take(MAX_RUNS)) {
      const language = program === undefined ? 'bash' : languageOfProgram(program);
      const name = path.slice(path.lastIndexOf('/') + 1);
      found.set(name, (found.get(name) ?? new Set()).add(language));
    }
  }
  return found;
}

function languageOfProgram(program: string): Language {
  if (program === 'uv') return 'python';
  if (program === 'bun' || program === 'deno') return 'typescript';
  return languageNamed(program) ?? 'other';
}
