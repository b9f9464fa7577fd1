import type { ParsedTree, SyntaxNode } from '../../syntax/script-parser.ts';
import { differsFromShell } from './differs-from-shell.ts';
import type { ShellDialect } from './here-delimiter.ts';
import { type ScriptAsRead, scriptAsRead } from './here-documents.ts';
import type { Piece } from './piece-recorder.ts';
import { type PieceParser, treeOfPieces } from './piece-trees.ts';

/**
 * The trees of a script as shells cut it into commands, where the grammar errs about that or cannot read it. Bash goes on with
 * the next line where it finds an error; a text that may be no script at all is not read like that.
 */
export function treesByPieces(
  text: string,
  tree: ParsedTree,
  parser: PieceParser,
  isScript: boolean,
): SyntaxNode[] {
  const readings = dialectsFor(text).flatMap((dialect) => {
    const read = scriptAsRead(text, dialect);
    const lines = isScript && read?.isClosed !== true ? [lineByLine(text)] : [];
    return read === null ? lines : [...lines, read];
  });
  const different = readings.filter(({ program }) => differsFromShell(tree, program));
  const seen = new Set<string>();
  return different
    .filter(({ program }) => seen.size < seen.add(JSON.stringify(program)).size)
    .map((read) => treeOfPieces(text, read, parser));
}

function dialectsFor(text: string): ShellDialect[] {
  const dialects: ShellDialect[] = ['bash'];
  if (text.includes('${') && text.includes("'")) dialects.push('posix-bash');
  if (/\$['"]/.test(text)) dialects.push('dash');
  return dialects;
}

const WORD = /[^\s;&|()]+/g;

/** If it cannot be told where the commands of a script end, each of its lines is taken for one. */
function lineByLine(text: string): ScriptAsRead {
  const pieces: Piece[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const from = start;
    const words = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({
      start: from + index,
      end: from + index + word.length,
    }));
    pieces.push({ kind: 'piece', start, end: start + line.length, words, nested: [] });
    start += line.length + 1;
  }
  const tokens = pieces.flatMap((piece) => [piece, { kind: 'end' } as const]);
  return { program: { start: 0, end: text.length, tokens }, documents: [], isClosed: true };
}
