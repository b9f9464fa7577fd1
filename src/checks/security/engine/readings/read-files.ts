import type { ReadSkill } from '../../../skill/read-skill.ts';
import { rereadAs, type TextFile } from '../../../skill/text-file.ts';
import type { ScriptParser } from '../syntax/script-parser.ts';
import { isDataFile, isProseFile, opaqueKindOf } from './file-kind.ts';
import { languagesRun } from './interpreters.ts';
import type { Language } from './language.ts';
import { isCode, languagesOfFile } from './language.ts';
import { languagesOfContent, mayBeAnother } from './languages-of-content.ts';
import { printableText } from './printable-text.ts';
import { type Readings, readingsOf } from './readings-of.ts';

/** A file of a skill as each program may read it. */
export type FileReadings = Readings & {
  file: TextFile;
  /** People and models read it: its name says so, or nothing says that it is a script or data. */
  isText: boolean;
  /** The instructions have a command that runs it. */
  isInstructed: boolean;
  /** The languages that it may be run in, the most likely first; none if nothing says any. */
  languages: readonly Language[];
};

/** The characters of readings beside the first one of each file. Honest skills have next to none. */
const MAX_REREAD = 2_000_000;

/**
 * Every file, whatever its first bytes claim: an interpreter does not look at them, and goes on after a line
 * that it does not understand.
 */
export function readFiles(skill: ReadSkill, parser: ScriptParser): FileReadings[] {
  const run = languagesRun(skill);
  let room = MAX_REREAD;
  return skill.files.map((file) => {
    const named = languagesOfFile(file.path, file.text);
    const started = run.started(file);
    if (isOpaque(file, [...named, ...started])) return asOpaque(file);
    // The name of a script says what it is, unless a command plainly starts it as something else, or its text does.
    const invoked = named.some(isCode)
      ? [...started, ...(mayBeAnother(named, file.text) ? languagesOfContent(file.text, parser) : [])]
      : [...new Set([...started, ...run.named(file), ...languagesOfContent(file.text, parser)])];
    const { texts, isComplete } = readingsOf(file, named[0] ?? invoked[0] ?? null, room);
    for (const { text } of texts.slice(1)) room -= text.length;
    const own = new Set(texts.flatMap(({ path, text }) => languagesOfFile(path, text)));
    const isText = own.size === 0 || isProseFile(file.path);
    const languages = withInvoked(own, invoked);
    return { file, isText, isInstructed: run.isInstructed(file), languages, texts, isComplete };
  });
}

/** JavaScript and its dialects are parsed alike: a file in one of them is not read in another as well. */
function withInvoked(own: ReadonlySet<Language>, invoked: readonly Language[]): Language[] {
  const isFamiliar = [...own].some((language) => SCRIPTS_OF_THE_WEB.includes(language));
  const others = invoked.filter((language) => !isFamiliar || !SCRIPTS_OF_THE_WEB.includes(language));
  return [...new Set([...own, ...others])];
}

const SCRIPTS_OF_THE_WEB: readonly Language[] = ['javascript', 'typescript', 'tsx'];

/** Neither its name, nor its first line, nor a command of the skill says that it is text. */
function isOpaque(file: TextFile, languages: readonly Language[]): boolean {
  const isNamedText = languages.length > 0 || isProseFile(file.path) || isDataFile(file.path);
  return !isNamedText && opaqueKindOf(file) !== null;
}

function asOpaque(file: TextFile): FileReadings {
  const text = printableText(new TextDecoder().decode(file.content).replaceAll('\0', ''));
  const texts = [rereadAs(file, text)];
  return { file, isText: true, isInstructed: false, languages: [], texts, isComplete: true };
}
