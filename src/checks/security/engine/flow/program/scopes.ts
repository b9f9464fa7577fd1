import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { boundNames, field, functionName, parametersOf, roleOf } from './program-syntax.ts';

/** A function as its callers need it: the places of its parameters and of its result. */
export type Callable = { parameters: readonly (readonly FlowNode[])[]; result: FlowNode };

/** The names of one function; a name that is not bound here belongs to the enclosing scope. */
export class Scope {
  readonly prefix: string;
  readonly result: FlowNode;
  private readonly parent: Scope | null;
  private readonly names = new Set<string>();

  constructor(prefix: string, parent: Scope | null) {
    this.prefix = prefix;
    this.parent = parent;
    this.result = `result:${prefix}`;
  }

  get isOutermost(): boolean {
    return this.parent === null;
  }

  bind(names: readonly string[]): void {
    for (const name of names) this.names.add(name);
  }

  place(name: string): FlowNode {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent)
      if (scope.names.has(name) || scope.parent === null) return `var:${scope.prefix}:${name}`;
    return `var:${this.prefix}:${name}`;
  }
}

/** The number of functions of one name that a call may mean. */
const MAX_NAMESAKES = 6;

/** Every function of a tree by its last name, so that a call finds functions that are defined below it. */
export function callablesIn(tree: SyntaxNode, source: string, file: string): Map<string, Callable[]> {
  const found = new Map<string, Callable[]>();
  const visit = (node: SyntaxNode, outerName: string | null): void => {
    const role = roleOf(node);
    const name = role === 'function' ? (functionName(node, source) ?? outerName) : null;
    const same = name === null ? [] : (found.get(name) ?? []);
    if (name !== null && same.length < MAX_NAMESAKES)
      found.set(name, [...same, callableOf(node, source, file)]);
    const given = role === 'assign' || role === 'pair' ? nameGiven(node, source) : null;
    for (const child of node.children) visit(child, roleOf(child) === 'function' ? given : null);
  };
  visit(tree, null);
  return found;
}

export function scopePrefix(file: string, node: SyntaxNode): string {
  return `${file}@${node.start}`;
}

function callableOf(node: SyntaxNode, source: string, file: string): Callable {
  const prefix = scopePrefix(file, node);
  const parameters = parametersOf(node, source).map((names) => names.map((name) => `var:${prefix}:${name}`));
  const isMethod =
    parametersOf(node, source)[0]?.[0] === 'self' || parametersOf(node, source)[0]?.[0] === 'cls';
  return { parameters: isMethod ? parameters.slice(1) : parameters, result: `result:${prefix}` };
}

function nameGiven(node: SyntaxNode, source: string): string | null {
  const target = field(node, 'name', 'left', 'key');
  return target === null ? null : source.slice(target.start, target.end).replace(/^.*\./, '');
}

/** The names that the body of a function binds, not counting the functions inside it. */
export function namesBoundIn(body: SyntaxNode, source: string): string[] {
  const names: string[] = [];
  const visit = (node: SyntaxNode): void => {
    const role = roleOf(node);
    if ((role === 'assign' && !node.type.endsWith('_expression')) || role === 'loop') {
      const target = field(node, 'left', 'name');
      if (target !== null) names.push(...boundNames(target, source));
    }
    if (node.type === 'as_pattern_target') names.push(...boundNames(node, source));
    if (role !== 'function') for (const child of node.children) visit(child);
  };
  for (const child of body.children) visit(child);
  return names;
}
