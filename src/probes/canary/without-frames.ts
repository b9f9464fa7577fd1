/**
 * Removes from each line what it has in common with the line before, at its start and at its end. Repetition
 * says nothing, and a value that was cut up and put between it is whole again.
 */
export function withoutFrames(text: string): string {
  const lines = text.split('\n');
  return lines.map((line, index) => differing(line, lines[index - 1] ?? lines[index + 1] ?? '')).join('\n');
}

function differing(line: string, other: string): string {
  const most = Math.min(line.length, other.length);
  let start = 0;
  while (start < most && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  return line.slice(start, line.length - end);
}
