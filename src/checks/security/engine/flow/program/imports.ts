import type { SyntaxNode } from '../../syntax/script-parser.ts';
import { field } from './program-syntax.ts';

/** The full names that an import binds: `from os import system as s` gives `s` → `os.system`. */
export function importedNames(node: SyntaxNode, source: string): [string, string][] {
  const textOf = (part: SyntaxNode) => source.slice(part.start, part.end);
  const from = field(node, 'module_name', 'source');
  const module = from === null ? null : moduleName(textOf(from));
  if (node.children.some(({ type }) => type === 'import_clause'))
    return clauseNames(node, source, module ?? '');
  return node.children
    .filter(({ field: name }) => name === 'name')
    .map((part) => {
      const name = textOf(field(part, 'name') ?? part);
      const alias = field(part, 'alias');
      const full = module === null ? name : `${module}.${name}`;
      return [alias === null ? name : textOf(alias), full];
    });
}

/** `import a, { b as c } from 'd'`, `import * as e from 'f'`. */
function clauseNames(node: SyntaxNode, source: string, module: string): [string, string][] {
  const names: [string, string][] = [];
  const textOf = (part: SyntaxNode) => source.slice(part.start, part.end);
  const visit = (part: SyntaxNode): void => {
    if (part.type === 'identifier') names.push([textOf(part), module]);
    else if (part.type === 'import_specifier') {
      const name = textOf(field(part, 'name') ?? part);
      const alias = field(part, 'alias');
      names.push([alias === null ? name : textOf(alias), `${module}.${name}`]);
    } else for (const child of part.children) visit(child);
  };
  for (const child of node.children) if (child.type === 'import_clause') visit(child);
  return names;
}

/** Gives a module one name however it is written: `node:fs/promises` and `fs` do the same here. */
export function moduleName(text: string): string {
  return text
    .replace(/^['"`]|['"`]$/g, '')
    .replace(/^node:/, '')
    .replace(/\/promises$/, '');
}
