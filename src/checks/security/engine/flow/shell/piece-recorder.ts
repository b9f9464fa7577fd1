/** The commands of a script, or of a substitution in one, as a shell cuts them. */
export type Program = { start: number; end: number; tokens: Token[] };

type Token = Piece | { kind: 'pipe' | 'end' | 'open' | 'close' };

/** What is between two separators: one simple command, with the reserved words before it. */
export type Piece = {
  kind: 'piece';
  start: number;
  end: number;
  words: { start: number; end: number }[];
  /** The substitutions and arrays in it. */
  nested: Program[];
};

/** What has been recorded at some time, so that the scanner can go back to it. */
export type Snapshot = readonly {
  program: Program;
  tokens: number;
  piece: Piece;
  words: number;
  nested: number;
}[];

type Level = { program: Program; piece: Piece };

/** Notes where a scanner finds the pieces of a script. */
export class PieceRecorder {
  private readonly levels: Level[] = [];

  constructor(start: number) {
    this.openNested(start);
  }

  /** The whole script. */
  finish(end: number): Program | null {
    while (this.levels.length > 1) this.closeNested(end);
    const [root] = this.levels;
    if (root === undefined) return null;
    this.separate('end', end, end);
    root.program.end = end;
    return root.program;
  }

  /** A separator ends the piece at `end`; the next one begins at `start`. */
  separate(kind: 'pipe' | 'end' | 'open' | 'close', end: number, start: number): void {
    const level = this.levels.at(-1);
    if (level === undefined) return;
    const { program, piece } = level;
    piece.end = Math.max(piece.start, end);
    if (piece.words.length + piece.nested.length > 0) program.tokens.push(piece);
    program.tokens.push({ kind });
    level.piece = pieceFrom(start);
  }

  word(start: number, end: number): void {
    this.levels.at(-1)?.piece.words.push({ start, end });
  }

  openNested(start: number): void {
    const program: Program = { start, end: start, tokens: [] };
    this.levels.at(-1)?.piece.nested.push(program);
    this.levels.push({ program, piece: pieceFrom(start) });
  }

  closeNested(end: number): void {
    if (this.levels.length === 1) return;
    this.separate('end', end, end);
    const level = this.levels.pop();
    if (level !== undefined) level.program.end = end;
  }

  snapshot(): Snapshot {
    return this.levels.map(({ program, piece }) => ({
      program,
      tokens: program.tokens.length,
      piece,
      words: piece.words.length,
      nested: piece.nested.length,
    }));
  }

  restore(snapshot: Snapshot): void {
    this.levels.length = 0;
    for (const { program, tokens, piece, words, nested } of snapshot) {
      program.tokens.length = tokens;
      piece.words.length = words;
      piece.nested.length = nested;
      this.levels.push({ program, piece });
    }
  }
}

function pieceFrom(start: number): Piece {
  return { kind: 'piece', start, end: start, words: [], nested: [] };
}
