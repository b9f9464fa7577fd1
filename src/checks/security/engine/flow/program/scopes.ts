import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowGraph, FlowNode } from '../graph.ts';
import type { Ledger } from './ledger.ts';
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

/** The number of functions of one name that a call enters one by one; more than these share their places. */
const MAX_NAMESAKES = 6;

/** Every function of a tree by its last name, so that a call finds functions that are defined below it. */
export function callablesIn(tree: SyntaxNode, { region, prefix, graph }: Ledger): Map<string, Callable[]> {
  const found = namedFunctions(tree, region.text, prefix);
  for (const [name, same] of found)
    if (same.length > MAX_NAMESAKES) found.set(name, [shared(`${prefix}:${name}`, same, graph)]);
  return found;
}

/** What a call passes to any function of that name reaches all, as it does if it enters each of them. */
function shared(name: string, callables: readonly Callable[], graph: FlowGraph): Callable {
  const result = `result:${name}`;
  const parameters: FlowNode[][] = [];
  for (const callable of callables) {
    graph.connect([callable.result], result);
    for (const [index, own] of callable.parameters.entries()) {
      const place = `var:${name}(${index})`;
      parameters[index] ??= [place];
      for (const one of own) graph.connect([place], one);
    }
  }
  return { parameters, result };
}

function namedFunctions(tree: SyntaxNode, source: string, file: string): Map<string, Callable[]> {
  const found = new Map<string, Callable[]>();
  const visit = (node: SyntaxNode, outerName: string | null): void => {
    const role = roleOf(node);
    const name = role === 'function' ? (functionName(node, source) ?? outerName) : null;
    if (name !== null) {
      const same = found.get(name);
      if (same === undefined) found.set(name, [callableOf(node, source, file)]);
      else same.push(callableOf(node, source, file));
    }
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
