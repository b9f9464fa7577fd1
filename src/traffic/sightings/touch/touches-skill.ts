import { posix } from 'node:path';
import { type InputWords, wordsOfInput } from './input-words.ts';
import { MAX_PATH_CHARACTERS } from './max-path-characters.ts';
import { argvReadsSkill, codeReadsSkill, readsSkill } from './shell-reads.ts';
import { namesFile, type SkillPlace } from './skill-place.ts';

/**
 * Whether a call of any tool reads or runs a file of the skill, judging by its input. A name that is only mentioned (in a
 * comment, a message, a listing) does not count. Whether the file was reached is decided by the result.
 */
export function touchesSkill(input: Record<string, unknown>, place: SkillPlace): boolean {
  return wordsOfInput(input, place.cwd).some((words) => isTouching(words, { ...place, cwd: words.cwd }));
}

function isTouching(words: InputWords, place: SkillPlace): boolean {
  switch (words.kind) {
    case 'line':
      return readsSkill(words.text, place);
    case 'argv':
      return argvReadsSkill(words.words, place);
    case 'code':
      return codeReadsSkill(words.text, place);
    case 'path':
      return isPathTouching(words.text, place);
  }
}

function isPathTouching(text: string, place: SkillPlace): boolean {
  if (text.includes('\n') || text.length > MAX_PATH_CHARACTERS) return false;
  const path = text.replace(/^file:\/\//, '').replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, place.home);
  return namesFile(place, posix.resolve(place.cwd, path));
}
