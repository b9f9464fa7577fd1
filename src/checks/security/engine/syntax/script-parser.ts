/** Languages with a grammar. */
export type ParsedLanguage = 'bash' | 'python' | 'javascript' | 'typescript' | 'tsx';

/** A named node of a syntax tree. Offsets count UTF-16 units of the source. */
export type SyntaxNode = {
  type: string;
  /** The role in its parent, as the grammar names it. */
  field: string | null;
  start: number;
  end: number;
  children: readonly SyntaxNode[];
};

/** The tree of a source. With an error, parts of the source may be in none of its nodes. */
export type ParsedTree = SyntaxNode & { hasError: boolean };

export interface ScriptParser {
  /** Parses a source, however broken it is; null if the grammar gives up on it, or its tree is too deep. */
  parse(language: ParsedLanguage, source: string): ParsedTree | null;
  /** Whether all of a source follows the grammar. Takes less time than to parse it. */
  accepts(language: ParsedLanguage, source: string): boolean;
}

/** The deepest tree that a parser returns, so that recursive readers need no guard of their own. */
export const MAX_TREE_DEPTH = 1_000;
