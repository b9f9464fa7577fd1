import { seemsToSayWhen } from '../spec/description-says-when.ts';

/**
 * Neither the check nor the specification has numbers. A shorter description cannot say both what and when.
 */
const MIN_CHARACTERS = 20;
const MIN_WORDS = 5;

/** Why a description does not help an agent to choose. In scripts without spaces, words are not counted. */
export function descriptionFlaws(description: string): string[] {
  const text = description.trim();
  const isSpaced = !/[\p{scx=Han}\p{scx=Hira}\p{scx=Thai}\p{scx=Khmr}\p{scx=Laoo}\p{scx=Mymr}]/u.test(text);
  const isShort = isSpaced && [...text].length < MIN_CHARACTERS;
  const isVague = isSpaced && text.split(/\s+/).length < MIN_WORDS;
  return [
    ...(isShort ? [`The description is shorter than ${MIN_CHARACTERS} characters`] : []),
    ...(isVague ? [`The description has fewer than ${MIN_WORDS} words`] : []),
    ...(seemsToSayWhen(text) ? [] : ['The description does not say when to use the skill']),
  ];
}
