/** A name of one word, such as "pdf", is a word like any other, unless it is called a skill. */
export function namesSkill(prompt: string, name: string): boolean {
  const words = wordsOf(name).join(' ');
  if (words === '') return false;
  const said = ` ${wordsOf(prompt).join(' ')} `;
  const names = words.includes(' ') ? [words] : [`${words} skill`, `skill ${words}`];
  return names.some((one) => said.includes(` ${one} `));
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
