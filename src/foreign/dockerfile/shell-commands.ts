/** What a shell does beyond starting programs with words: its meaning cannot be read off the words. */
const BEYOND_WORDS = /[|`(){}<>]|\$|(?:^|\s)(?:if|for|while|case|until|function|source|\.)(?:\s|$)/;

/** The words of a plain command line, without quotes; `null` if it has more to it than words. */
export type PlainCommand = readonly string[] | null;

/** The commands of a shell line that stand one after the other, joined by `&&`, `;` or line breaks. */
export function shellCommands(line: string): PlainCommand[] {
  return splitOutsideQuotes(line).map((command) => {
    const unquoted = command.replace(/'[^']*'|"[^"$`\\]*"/g, 'q');
    return BEYOND_WORDS.test(unquoted) || /["'\\&]/.test(unquoted) ? null : wordsOf(command);
  });
}

/** Goes through the line once, because it may have been written to keep a pattern busy. */
function splitOutsideQuotes(line: string): string[] {
  const commands: string[] = [];
  let start = 0;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (quote !== null) quote = character === quote ? null : quote;
    else if (character === '"' || character === "'") quote = character;
    else {
      const length = separatorAt(line, at);
      if (length === 0) continue;
      commands.push(line.slice(start, at));
      start = at + length;
      at = start - 1;
    }
  }
  commands.push(line.slice(start));
  return commands.map((command) => command.trim()).filter((command) => command !== '');
}

function separatorAt(line: string, at: number): number {
  if (line.startsWith('&&', at)) return 2;
  return line[at] === ';' || line[at] === '\n' ? 1 : 0;
}

function wordsOf(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}
