import { keysOf } from '../../known/keys-of.ts';
import type { SyntaxNode } from '../../syntax/script-parser.ts';

/** The role of a node, the same for all grammars. A type that is not listed passes on all of its children. */
export type Role =
  | 'name'
  | 'member'
  | 'index'
  | 'call'
  | 'string'
  | 'binary'
  | 'assign'
  | 'list'
  | 'pair'
  | 'function'
  | 'return'
  | 'loop'
  | 'alias'
  | 'import'
  | 'keyword'
  | 'skip';

const ROLES: Readonly<Record<Role, string>> = {
  name: 'identifier shorthand_property_identifier this',
  member: 'attribute member_expression',
  index: 'subscript subscript_expression',
  call: 'call call_expression new_expression',
  string: 'string template_string',
  binary: 'binary_operator binary_expression concatenated_string',
  assign:
    'assignment assignment_expression augmented_assignment augmented_assignment_expression variable_declarator named_expression',
  list: 'list tuple array set',
  pair: 'pair',
  function:
    'function_definition function_declaration arrow_function function_expression method_definition lambda generator_function generator_function_declaration',
  return: 'return_statement yield yield_expression',
  loop: 'for_statement for_in_statement for_in_clause',
  alias: 'as_pattern',
  import: 'import_statement import_from_statement',
  keyword: 'keyword_argument',
  skip: 'comment type type_annotation type_arguments type_parameters interface_declaration type_alias_declaration',
};

const ROLE_OF = new Map(
  keysOf(ROLES).flatMap((role) => ROLES[role].split(' ').map((type): [string, Role] => [type, role])),
);

export function roleOf({ type }: SyntaxNode): Role | null {
  return ROLE_OF.get(type) ?? null;
}

export function field(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | null {
  return node.children.find((child) => child.field !== null && names.includes(child.field)) ?? null;
}

/** The names that a pattern binds: `x`, `{ a, b: c }`, `[d, e]`, `(f, *g)`. */
export function boundNames(pattern: SyntaxNode, source: string): string[] {
  const role = roleOf(pattern);
  if (role === 'name' || pattern.type === 'shorthand_property_identifier_pattern')
    return [source.slice(pattern.start, pattern.end)];
  if (role === 'member' || role === 'index' || role === 'skip' || role === 'call') return [];
  const inner = pattern.children.filter(
    ({ field: name }) =>
      (name !== 'key' && name !== 'type' && name !== 'value') || pattern.type === 'pair_pattern',
  );
  const parts = pattern.type === 'pair_pattern' ? pattern.children.slice(1) : inner;
  return parts.flatMap((child) => boundNames(child, source));
}

/** The parameters of a function node, however its grammar represents them. */
export function parametersOf(node: SyntaxNode, source: string): string[][] {
  const single = field(node, 'parameter');
  if (single !== null) return [boundNames(single, source)];
  const list = field(node, 'parameters');
  return (list?.children ?? [])
    .filter((child) => roleOf(child) !== 'skip')
    .map((child) => boundNames(child, source));
}

export function functionName(node: SyntaxNode, source: string): string | null {
  const name = field(node, 'name');
  return name === null ? null : source.slice(name.start, name.end);
}
