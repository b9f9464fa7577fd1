import { readYamlTree, type YamlEntry, type YamlNode, type YamlRemark } from '../../base/yaml-tree.ts';
import { quoteColons } from './quote-colons.ts';
import type { ProblemKind, ReadProblem } from './read-problem.ts';
import type { Slice } from './split-frontmatter.ts';

export type FrontmatterReading = { entries: readonly YamlEntry[] | null; problems: ReadProblem[] };

/** Much more than all fields at their maximum lengths; the limit bounds the work on a hostile file. */
export const MAX_FRONTMATTER_LENGTH = 65_536;

export function readFrontmatter(yaml: Slice): FrontmatterReading {
  if (yaml.text.length > MAX_FRONTMATTER_LENGTH) {
    const detail = `${yaml.text.length} characters`;
    return unreadable('frontmatter-too-large', { text: detail, at: { line: yaml.firstLine, column: 1 } });
  }
  const tree = readYamlTree(yaml.text, yaml.firstLine);
  return tree.status === 'read' ? readMapping(tree, yaml) : readQuoted(yaml, tree.error);
}

/** Like clients, tries again after a parse error with the values quoted that contain a bare colon. */
function readQuoted(yaml: Slice, error: YamlRemark): FrontmatterReading {
  const quoted = quoteColons(yaml);
  if (quoted.changes.length === 0) return unreadable('yaml-invalid', error);
  const tree = readYamlTree(quoted.text, yaml.firstLine);
  if (tree.status === 'unreadable') return unreadable('yaml-invalid', error);
  const { entries, problems } = readMapping(tree, yaml);
  return { entries, problems: [...problemsOf('yaml-unquoted-colon', quoted.changes), ...problems] };
}

function readMapping(
  { root, duplicateKeys, advanced }: Extract<ReturnType<typeof readYamlTree>, { status: 'read' }>,
  yaml: Slice,
): FrontmatterReading {
  if (root?.kind !== 'map') {
    const at = root?.at ?? { line: yaml.firstLine, column: 1 };
    return unreadable('frontmatter-not-a-mapping', { text: describe(root), at });
  }
  const problems = [
    ...problemsOf('yaml-duplicate-key', duplicateKeys),
    ...problemsOf('yaml-advanced', advanced),
  ];
  return { entries: root.entries, problems };
}

function describe(root: Exclude<YamlNode, { kind: 'map' }> | null): string {
  if (root === null) return 'nothing';
  return root.kind === 'list' ? 'a list' : 'a single value';
}

function unreadable(kind: ProblemKind, remark: YamlRemark): FrontmatterReading {
  return { entries: null, problems: problemsOf(kind, [remark]) };
}

function problemsOf(kind: ProblemKind, remarks: readonly YamlRemark[]): ReadProblem[] {
  return remarks.map(({ text, at }) => ({ kind, at, detail: text }));
}
