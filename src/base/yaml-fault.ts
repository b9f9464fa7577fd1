import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';

/**
 * The greatest nesting depth. It is more than any format of ours needs, and far from exhausting the stack.
 */
const MAX_DEPTH = 100;

type Limits = { maxDepth: number | undefined; mayHaveAliases: boolean };

type YamlFault = { offset: number; message: string };

/** Describes why a text cannot be read as plain values; `null` if it can. */
export function yamlFault(
  document: Document,
  { maxDepth = MAX_DEPTH, mayHaveAliases }: Limits,
): YamlFault | null {
  const [error] = [...document.errors, ...document.warnings];
  if (error === undefined) return structureFault(document, maxDepth, mayHaveAliases);
  return { offset: error.pos[0], message: `not valid YAML: ${OWN_WORDS[error.code] ?? error.message}` };
}

/** Replaces those messages of the parser that are meant for programmers. */
const OWN_WORDS: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'a second document begins here. Keep one document in a file',
  NON_STRING_KEY: 'a key must be text',
  TAB_AS_INDENT: 'indented with a tab. Use spaces',
};

function structureFault(document: Document, maxDepth: number, mayHaveAliases: boolean): YamlFault | null {
  const faults: YamlFault[] = [];
  visit(document, {
    Node(_key, node, path) {
      const message = isAlias(node) && mayHaveAliases ? null : describeNodeFault(node, path.length, maxDepth);
      const fault = message === null ? null : { offset: node.range?.[0] ?? 0, message };
      const found = fault ?? (isMap(node) ? repeatedKey(node, mayHaveAliases) : null);
      if (found === null) return undefined;
      faults.push(found);
      return visit.BREAK;
    },
  });
  return faults[0] ?? null;
}

function describeNodeFault(node: Node, depth: number, maxDepth: number): string | null {
  if (isAlias(node)) return `the alias "*${node.source}" is not allowed. Write the value out`;
  return depth > maxDepth ? `nested more than ${maxDepth} levels deep` : null;
}

/** The key for merging may stand in a mapping several times. */
function repeatedKey({ items }: YAMLMap, mayMerge: boolean): YamlFault | null {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key) || (mayMerge && key.value === '<<')) continue;
    if (seen.has(key.value)) {
      const message = 'not valid YAML: this key occurs twice in the same mapping. Remove one of them';
      return { offset: key.range?.[0] ?? 0, message };
    }
    seen.add(key.value);
  }
  return null;
}
