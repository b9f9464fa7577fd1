import type { ParsedTree, SyntaxNode } from '../../syntax/script-parser.ts';
import type { Program } from './piece-recorder.ts';

/** No simple command of a script begins inside one of these. */
const UNDIVIDED =
  /^(?:string|raw_string|ansi_c_string|heredoc_body|comment|expansion|(?:command|process)_substitution|command|declaration_command|unset_command|variable_assignment|file_redirect|herestring_redirect)$/;
const SUBSTITUTION = /^(?:(?:command|process)_substitution|array|subshell)$/;

/** Whether the grammar has seen something else in a script than a shell does, which begins its commands in `program`. */
export function differsFromShell(tree: ParsedTree, program: Program): boolean {
  if (tree.hasError) return true;
  const pieces = program.tokens.filter((token) => token.kind === 'piece');
  const begins = pieces.map(({ words, nested, start }) => words[0]?.start ?? nested[0]?.start ?? start);
  const nested = pieces.flatMap((piece) => piece.nested);
  return hasOneInside(tree, UNDIVIDED, begins) || overlookedIn(tree, nested).length > 0;
}

/** Goes through the tree and the places side by side, both of which are in the order of the text. */
function hasOneInside(tree: SyntaxNode, types: RegExp, places: readonly number[]): boolean {
  let next = 0;
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    while ((places[next] ?? Number.POSITIVE_INFINITY) <= node.start) next++;
    const place = places[next];
    if (place === undefined) return false;
    if (place >= node.end) continue;
    if (types.test(node.type)) return true;
    for (const child of node.children.toReversed()) open.push(child);
  }
  return false;
}

/** The substitutions of a shell, in the order of the text, that are none in a tree. */
export function overlookedIn(tree: SyntaxNode, programs: readonly Program[]): Program[] {
  const overlooked: Program[] = [];
  let next = 0;
  const open = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (let program = programs[next]; program !== undefined && program.start < node.start; next++) {
      overlooked.push(program);
      program = programs[next + 1];
    }
    const start = programs[next]?.start ?? Number.POSITIVE_INFINITY;
    if (start > node.end) continue;
    if (SUBSTITUTION.test(node.type))
      while ((programs[next]?.start ?? Number.POSITIVE_INFINITY) <= node.end) next++;
    else for (const child of node.children.toReversed()) open.push(child);
  }
  return [...overlooked, ...programs.slice(next)];
}
