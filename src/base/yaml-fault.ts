import { type Document, isAlias, type Node, visit, type YAMLError } from 'yaml';

/** Mappings, keys and lists above a value. More than a format of ours needs, far from exhausting a stack. */
const MAX_DEPTH = 100;

type YamlFault = { offset: number; message: string };

/** What keeps a text from being read as plain values; `null` where nothing does. */
export function yamlFault(document: Document): YamlFault | null {
  const [error] = [...document.errors, ...document.warnings];
  if (error === undefined) return structureFault(document);
  return { offset: error.pos[0], message: `not valid YAML: ${OWN_WORDS[error.code] ?? error.message}` };
}

/** Where the parser's own message speaks to a programmer. */
const OWN_WORDS: Partial<Record<YAMLError['code'], string>> = {
  DUPLICATE_KEY: 'this key stands twice in the same mapping. Remove one of them',
  MULTIPLE_DOCS: 'a second document begins here. Keep one document in a file',
  NON_STRING_KEY: 'a key must be text',
  TAB_AS_INDENT: 'indented with a tab. Use spaces',
};

function structureFault(document: Document): YamlFault | null {
  const faults: YamlFault[] = [];
  visit(document, {
    Node(_key, node, path) {
      const message = describeNodeFault(node, path.length);
      if (message === null) return undefined;
      faults.push({ offset: node.range?.[0] ?? 0, message });
      return visit.BREAK;
    },
  });
  return faults[0] ?? null;
}

function describeNodeFault(node: Node, depth: number): string | null {
  if (isAlias(node)) return `the alias "*${node.source}" is not allowed. Write the value out`;
  return depth > MAX_DEPTH ? `nested more than ${MAX_DEPTH} levels deep` : null;
}
