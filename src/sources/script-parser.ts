import { setFlagsFromString } from 'node:v8';
import type { Language, Parser, Tree, TreeCursor } from 'web-tree-sitter';
import {
  MAX_TREE_DEPTH,
  type ParsedLanguage,
  type ParsedTree,
  type ScriptParser,
  type SyntaxNode,
} from '../checks/security/engine/syntax/script-parser.ts';
import { grammarFile } from './grammar-file.ts';

/**
 * The optimising compiler takes half a gigabyte for the largest grammar, to save milliseconds on a skill's
 * scripts.
 */
const BASELINE_COMPILER = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'] as const;

/** Node has `WebAssembly`, but its types leave the declaration to the DOM library. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => object };

/** Pages of 64 KiB. The limit is 128 MiB, several times what the longest honest script takes. */
const FIRST_PAGES = 512;
const MOST_PAGES = 2048;

/** A copy that has crashed keeps its memory until the process ends, so the number of copies is limited. */
const MOST_COPIES = 4;

export type RecoverableParser = ScriptParser & {
  /**
   * Call this between two skills: it replaces a parser that one skill has crashed, so that the next is read
   * in full.
   */
  recover(): Promise<void>;
};

let loaded: Promise<RecoverableParser> | null = null;

/** The one parser of this process. Parsing is synchronous and runs nothing of the source. */
export function loadScriptParser(): Promise<RecoverableParser> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<RecoverableParser> {
  for (const flag of BASELINE_COMPILER) setFlagsFromString(flag);
  let current = await loadCopy(1);
  // Crashed copies are kept: their garbage collection would call into a module that has ended.
  const copies = [current];
  return {
    parse: (language, source) => current.parse(language, source),
    accepts: (language, source) => current.accepts(language, source),
    async recover() {
      if (!current.isDown || copies.length === MOST_COPIES) return;
      current = await loadCopy(copies.length + 1);
      copies.push(current);
    },
  };
}

type GuardedParser = ScriptParser & { readonly isDown: boolean };

/** The query makes this a separate module, with its own grammars and memory. */
async function loadCopy(copy: number): Promise<GuardedParser> {
  const module: typeof import('web-tree-sitter') = await import(
    `${import.meta.resolve('web-tree-sitter')}?copy=${copy}`
  );
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES });
  // The module's last words are of no use to the user: its crash becomes a finding.
  await module.Parser.init({ wasmMemory, printErr: () => undefined });
  const grammar = async (name: ParsedLanguage) => module.Language.load(grammarFile(name));
  const [bash, python, javascript, typescript, tsx] = await Promise.all([
    grammar('bash'),
    grammar('python'),
    grammar('javascript'),
    grammar('typescript'),
    grammar('tsx'),
  ]);
  const languages: Record<ParsedLanguage, Language> = { bash, python, javascript, typescript, tsx };
  return guarded(new module.Parser(), languages);
}

/** A grammar that runs out of memory takes the whole module down: after that nothing can be parsed. */
function guarded(parser: Parser, languages: Readonly<Record<ParsedLanguage, Language>>): GuardedParser {
  let isDown = false;
  function parsed<Result>(
    language: ParsedLanguage,
    source: string,
    read: (tree: Tree) => Result,
  ): Result | null {
    if (isDown) return null;
    try {
      parser.setLanguage(languages[language]);
      const tree = parser.parse(source, null, { progressCallback: outOfPatience(source.length) });
      if (tree === null) parser.reset();
      return tree === null ? null : readAndDelete(tree, read);
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.name !== 'RuntimeError') throw thrown;
      isDown = true;
      return null;
    }
  }
  return {
    get isDown() {
      return isDown;
    },
    parse: (language, source) => parsed(language, source, readTree),
    accepts: (language, source) => parsed(language, source, ({ rootNode }) => !rootNode.hasError) ?? false,
  };
}

function readAndDelete<Result>(tree: Tree, read: (tree: Tree) => Result): Result {
  try {
    return read(tree);
  } finally {
    tree.delete();
  }
}

const START_US = 50_000;
/** The slowest grammar, the one for shells, takes a quarter of this for scripts as people write them. */
const CHARACTER_US = 10;

/**
 * Repetition can make a grammar take quadratic time. True once parsing has taken longer than any honest
 * script takes.
 */
function outOfPatience(length: number): () => boolean {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return user + system > START_US + length * CHARACTER_US;
  };
}

/** Null if the tree is deeper than its readers can follow. A part of it would look like the whole. */
function readTree(tree: Tree): ParsedTree | null {
  const cursor = tree.walk();
  const depth = { isExceeded: false };
  try {
    const root = readNode(cursor, depth, MAX_TREE_DEPTH);
    return depth.isExceeded ? null : { ...root, hasError: tree.rootNode.hasError };
  } finally {
    cursor.delete();
  }
}

function readNode(cursor: TreeCursor, depth: { isExceeded: boolean }, left: number): SyntaxNode {
  const { nodeType: type, currentFieldName: field, startIndex: start, endIndex: end } = cursor;
  const children: SyntaxNode[] = [];
  if (left === 0) depth.isExceeded = true;
  else if (!depth.isExceeded && cursor.gotoFirstChild()) {
    do if (cursor.nodeIsNamed) children.push(readNode(cursor, depth, left - 1));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return { type, field, start, end, children };
}
