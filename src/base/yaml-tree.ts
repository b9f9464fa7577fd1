import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { messageOf } from './assay-error.ts';

/** Counted from 1; columns count UTF-16 units, as editors do. */
export type Position = { line: number; column: number };

export type YamlScalar = {
  kind: 'scalar';
  type: 'string' | 'number' | 'boolean' | 'null';
  /** The value of a string; for any other scalar, the source text. */
  text: string;
  at: Position;
};
type YamlList = { kind: 'list'; items: readonly YamlNode[]; at: Position };
type YamlMap = { kind: 'map'; entries: readonly YamlEntry[]; at: Position };
export type YamlNode = YamlScalar | YamlList | YamlMap;
/** `at` is where the key starts. */
export type YamlEntry = { key: string; at: Position; value: YamlNode };

export type YamlRemark = { text: string; at: Position };

export type YamlTree =
  | {
      status: 'read';
      /** Null if the text holds no value at all. */
      root: YamlNode | null;
      duplicateKeys: readonly YamlRemark[];
      /** Anchors and tags: YAML that simpler readers refuse. */
      advanced: readonly YamlRemark[];
    }
  | { status: 'unreadable'; error: YamlRemark };

const MAX_DEPTH = 32;
/** How many nodes aliases may repeat: whoever walks the tree meets each of them again. */
const MAX_REPEATED = 10_000;

/**
 * Reads a YAML text of unknown origin and records the position of everything in it; its first line
 * counts as `firstLine`. Duplicate keys are all kept, and an alias shares the node it refers to. What aliases repeat is
 * limited, so that reading and walking the tree take time and memory in proportion to the text.
 */
export function readYamlTree(text: string, firstLine: number): YamlTree {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
    return new TreeReader(text, lines, firstLine).read(document);
  } catch (thrown) {
    // Whatever the parser cannot survive, such as nesting deeper than its stack, is a property of the text.
    return { status: 'unreadable', error: { text: messageOf(thrown), at: { line: firstLine, column: 1 } } };
  }
}

class TreeReader {
  readonly #text: string;
  readonly #lines: LineCounter;
  readonly #firstLine: number;
  readonly #anchors = new Map<string, { node: YamlNode; size: number }>();
  /** The nodes of the tree, each as often as a walk meets it. */
  #met = 0;
  #repeated = 0;
  readonly #duplicateKeys: YamlRemark[] = [];
  readonly #advanced: YamlRemark[] = [];
  #error: YamlRemark | null = null;

  constructor(text: string, lines: LineCounter, firstLine: number) {
    this.#text = text;
    this.#lines = lines;
    this.#firstLine = firstLine;
  }

  read({ errors, contents }: Document.Parsed): YamlTree {
    const [syntaxError] = errors;
    if (syntaxError !== undefined) this.#refuse(syntaxError.message, syntaxError.pos[0]);
    const root = contents === null || this.#error !== null ? null : this.#node(contents, 0);
    if (this.#error !== null) return { status: 'unreadable', error: this.#error };
    return { status: 'read', root, duplicateKeys: this.#duplicateKeys, advanced: this.#advanced };
  }

  #node(node: ParsedNode, depth: number): YamlNode {
    const offset = node.range[0];
    if (depth > MAX_DEPTH) return this.#refuse(`nested more than ${MAX_DEPTH} levels deep`, offset);
    if (isAlias(node)) return this.#named(node.source, offset);
    const before = this.#met++;
    if (node.tag !== undefined) this.#advanced.push({ text: `the tag ${node.tag}`, at: this.#at(offset) });
    const read = this.#value(node, depth);
    if (node.anchor !== undefined) {
      this.#advanced.push({ text: `the anchor &${node.anchor}`, at: this.#at(offset) });
      this.#anchors.set(node.anchor, { node: read, size: this.#met - before });
    }
    return read;
  }

  #value(node: Exclude<ParsedNode, Alias.Parsed>, depth: number): YamlNode {
    const at = this.#at(node.range[0]);
    if (isMap(node)) return { kind: 'map', entries: this.#entries(node, depth), at };
    if (isSeq(node))
      return { kind: 'list', items: node.items.map((item) => this.#node(item, depth + 1)), at };
    return scalarOf(node, at);
  }

  #entries({ items }: YAMLMap.Parsed, depth: number): YamlEntry[] {
    const seen = new Set<string>();
    return items.map(({ key, value }) => {
      const at = this.#at(key.range[0]);
      const name = this.#keyOf(key, depth);
      if (seen.has(name)) this.#duplicateKeys.push({ text: name, at });
      seen.add(name);
      return { key: name, at, value: value === null ? emptyAt(at) : this.#node(value, depth + 1) };
    });
  }

  /** A key that is not a scalar goes by its source text. */
  #keyOf(key: ParsedNode, depth: number): string {
    const read = this.#node(key, depth + 1);
    return read.kind === 'scalar' ? read.text : this.#text.slice(key.range[0], key.range[1]);
  }

  /** An anchor is only defined once its node has ended, so that nothing can contain itself. */
  #named(anchor: string, offset: number): YamlNode {
    const named = this.#anchors.get(anchor);
    if (named === undefined) return this.#refuse(`no anchor &${anchor} before this alias`, offset);
    this.#met += named.size;
    this.#repeated += named.size;
    if (this.#repeated <= MAX_REPEATED) return named.node;
    return this.#refuse(`aliases repeat more than ${MAX_REPEATED} values`, offset);
  }

  /** Only the first error is reported: the others mostly follow from it. */
  #refuse(message: string, offset: number): YamlScalar {
    const at = this.#at(offset);
    this.#error ??= { text: message, at };
    return emptyAt(at);
  }

  #at(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { line: line + this.#firstLine - 1, column: col };
  }
}

function scalarOf({ value, source }: Scalar.Parsed, at: Position): YamlScalar {
  if (typeof value === 'string') return { kind: 'scalar', type: 'string', text: value, at };
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'null';
  return { kind: 'scalar', type, text: source, at };
}

function emptyAt(at: Position): YamlScalar {
  return { kind: 'scalar', type: 'null', text: '', at };
}
