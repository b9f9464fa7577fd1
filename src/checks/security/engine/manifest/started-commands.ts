import { readYamlTree, type YamlNode, type YamlScalar } from '../../../../base/yaml-tree.ts';
import { MAX_FRONTMATTER_LENGTH } from '../../../skill/read-frontmatter.ts';
import { entryOf, type ReadSkill } from '../../../skill/read-skill.ts';
import type { TextFile } from '../../../skill/text-file.ts';
import type { Region } from '../regions/region.ts';
import { isPlugin } from './plugin-signals.ts';

/** The commands that an agent starts by itself, from the frontmatter or as a plugin: scripts like any other. */
export function startedCommands(skill: ReadSkill): Region[] {
  const hooks = entryOf(skill, 'hooks');
  const { document } = skill;
  const own = hooks === null || document === null ? [] : commandsIn(hooks.value, document.file);
  const settings = isPlugin(skill) ? skill.files.filter(({ path }) => /\.json$/i.test(path)) : [];
  return [...own, ...settings.flatMap(commandsOfJson)];
}

/**
 * JSON is YAML, except for how tabs may indent it. What is too large or too deep to be read as YAML is read without
 * the places of its commands.
 */
function commandsOfJson(file: TextFile): Region[] {
  const { text } = file;
  const tree = text.length > MAX_FRONTMATTER_LENGTH ? null : readYamlTree(text.replaceAll('\t', ' '), 1);
  const root = tree?.status === 'read' ? tree.root : nodeOfJson(text);
  return root === null ? [] : commandsIn(root, file);
}

function nodeOfJson(text: string): YamlNode | null {
  try {
    return nodeOf(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    // No agent can read it either.
    return null;
  }
}

const AT_START = { line: 1, column: 1 };

/** Each level is converted when it is visited, so that no depth takes any stack. */
function nodeOf(value: unknown): YamlNode {
  const at = AT_START;
  if (typeof value !== 'object' || value === null)
    return { kind: 'scalar', type: 'string', text: String(value), at };
  if (Array.isArray(value))
    return {
      kind: 'list',
      at,
      get items() {
        return value.map(nodeOf);
      },
    };
  return {
    kind: 'map',
    at,
    get entries() {
      return Object.entries(value).map(([key, inner]) => ({ key, at, value: nodeOf(inner) }));
    },
  };
}

/** An alias repeats a node, so that a small file can hold any number of commands. */
function commandsIn(root: YamlNode, file: TextFile): Region[] {
  const seen = new Set<YamlNode>();
  const found: Region[] = [];
  const open: YamlNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'list') open.push(...node.items);
    if (node.kind !== 'map') continue;
    open.push(...node.entries.map(({ value }) => value));
    const command = node.entries.find(({ key }) => key === 'command')?.value;
    const args = node.entries.find(({ key }) => key === 'args')?.value;
    if (command !== undefined) found.push(...regionOf(command, args, file));
  }
  return found;
}

function regionOf(command: YamlNode, args: YamlNode | undefined, file: TextFile): Region[] {
  const words = [...scalarsIn(command), ...(args === undefined ? [] : scalarsIn(args))];
  const [first] = words;
  if (first === undefined) return [];
  const text = words.map((word) => word.text).join(' ');
  const offset = (file.lineStarts[first.at.line - 1] ?? 0) + first.at.column - 1;
  return [{ kind: 'script', file, text, offset, language: 'bash', headings: [], lead: '', layers: [] }];
}

function scalarsIn(node: YamlNode): YamlScalar[] {
  if (node.kind === 'scalar') return [node];
  return node.kind === 'list' ? node.items.filter((item) => item.kind === 'scalar') : [];
}
