import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { FlowNode } from '../graph.ts';
import { exportNode } from '../naming/names.ts';
import { applyEffect } from './call-effects.ts';
import { effectOfCall } from './calls.ts';
import { cookies, environmentEntries, environmentEntry, wholeEnvironment } from './environment-values.ts';
import { type FoldedCall, foldCall } from './fold-call.ts';
import { importedNames } from './imports.ts';
import { Ledger, type Origin } from './ledger.ts';
import { filledParts, literalText } from './literal.ts';
import { type Callables, passOnValue } from './pass-on.ts';
import { boundNames, field, parametersOf, roleOf } from './program-syntax.ts';
import { callablesIn, namesBoundIn, Scope, scopePrefix } from './scopes.ts';
import { isEnvironment, MAX_CONSTANT, NOTHING, placesOf, type Value } from './value.ts';

/** Follows what the calls of a program read, pass on, send and run. */
export function traceProgram(tree: SyntaxNode, origin: Origin): void {
  new ProgramTracer(tree, origin).run(tree);
}

const MAX_NAME = 120;
/** The number of places that an expression is traced to one by one; more than these share one place. */
const MAX_PLACES = 64;
/** The value of such a key is passed on as a credential. */
const HEADER_KEY =
  /^(?:headers?|authorization|auth|cookies?|x-[\w-]*(?:key|token|auth)|api[-_]?key|bearer|x-api-key)$/i;
/** The results of these receive what is written to them later. */
const WRITABLE = /open\(\)$|ZipFile\(\)$|createWriteStream\(\)$|Request\(\)$|https?\.request\(\)$|Popen\(\)$/;
/** Objects of a page that fetch their address as soon as it is set. */
const LOADS = /^(?:Image\(\)|document\.createElement\(\)|(?:window\.|document\.)?location)$/;

class ProgramTracer {
  private readonly ledger: Ledger;
  private readonly callables: Callables;
  private readonly aliases = new Map<string, string>();
  private scope: Scope;

  constructor(tree: SyntaxNode, origin: Origin) {
    this.ledger = new Ledger(origin);
    this.callables = callablesIn(tree, this.ledger);
    this.scope = new Scope(this.ledger.prefix, null);
  }

  run(tree: SyntaxNode): void {
    this.offer();
    this.all(tree.children);
  }

  /** Exports the functions that other scripts may call. */
  private offer(): void {
    const { graph, region } = this.ledger;
    for (const [name, callables] of this.callables)
      for (const { parameters, result } of callables) {
        const place = exportNode(region.file.path, name);
        graph.connect([result], place);
        for (const [index, parameter] of parameters.entries())
          for (const one of parameter) graph.connect([`${place}(${index})`], one);
      }
  }

  private evaluate(node: SyntaxNode): Value {
    switch (roleOf(node)) {
      case 'name':
        return this.variable(node);
      case 'member':
      case 'index':
        return this.member(node, false);
      case 'call':
        return this.call(node);
      case 'string':
        return this.text(node);
      case 'binary':
        return this.binary(node);
      case 'assign':
        return this.assign(field(node, 'left', 'name'), field(node, 'right', 'value'));
      case 'list':
        return this.list(node);
      case 'pair':
      case 'keyword':
        return this.pair(node);
      case 'function':
        return this.define(node);
      case 'return':
        return this.giveBack(node);
      case 'loop':
        return this.loop(node);
      case 'alias':
        return this.assign(node.children.at(-1) ?? null, node.children[0] ?? null);
      case 'import':
        return this.take(node);
      case 'skip':
        return NOTHING;
      case null:
        return this.all(node.children);
    }
  }

  private all(nodes: readonly SyntaxNode[]): Value {
    const values = nodes.map((child) => this.evaluate(child));
    const [only] = values;
    if (values.length === 1 && only !== undefined) return only;
    const places = placesOf(values);
    const [first] = nodes;
    if (places.length <= MAX_PLACES || first === undefined) return { ...NOTHING, places };
    const shared = this.ledger.place('all', first);
    this.ledger.graph.connect(places, shared);
    return { ...NOTHING, places: [shared] };
  }

  private variable(node: SyntaxNode): Value {
    const place = this.scope.place(this.ledger.raw(node));
    const name =
      this.ledger.names.get(place) ?? this.aliases.get(this.ledger.raw(node)) ?? this.ledger.raw(node);
    const places = isEnvironment(name) ? [place, wholeEnvironment(node, this.ledger)] : [place];
    return { ...NOTHING, places, name, text: this.ledger.texts.get(place) ?? null };
  }

  private member(node: SyntaxNode, isCallee: boolean): Value {
    const object = field(node, 'object', 'value');
    const part = field(node, 'attribute', 'property', 'subscript', 'index');
    if (object === null || part === null) return this.all(node.children);
    if (part.type === 'slice') return this.all([object, part]);
    const base = this.base(object);
    const key = roleOf(node) === 'member' ? this.ledger.raw(part) : this.evaluate(part).text;
    if (isEnvironment(base.name)) return environmentEntry(base, key, node, this.ledger);
    const isKnown = base.name !== null || (isCallee && (base.text !== null || base.items !== null));
    const name = isKnown && key !== null ? `${base.name ?? ''}.${key}`.slice(0, MAX_NAME) : null;
    if (isEnvironment(name)) return { ...NOTHING, name, places: [wholeEnvironment(node, this.ledger)] };
    if (name === 'document.cookie') return { ...NOTHING, name, places: [cookies(node, this.ledger)] };
    if (isCallee) return { ...base, key: null, name };
    if (base.places.length === 0) return { ...NOTHING, name };
    const entry = this.ledger.place('part', node);
    this.ledger.graph.connect(base.places, entry, 'part');
    return { ...NOTHING, places: [entry], name };
  }

  /** An object of which a part is accessed: this does not mean the whole environment. */
  private base(node: SyntaxNode): Value {
    const value = this.evaluate(node);
    return isEnvironment(value.name) ? { ...value, places: [] } : value;
  }

  private text(node: SyntaxNode): Value {
    const filled = filledParts(node).map((part) => this.all(part.children));
    const text = literalText(node, filled, this.ledger);
    return { ...NOTHING, text, places: [...placesOf(filled), ...this.ledger.noteText(text, node)] };
  }

  /** Concatenated texts; with `/`, the parts of a path. */
  private binary(node: SyntaxNode): Value {
    const values = node.children.map((child) => this.evaluate(child));
    const places = placesOf(values);
    const operator = this.operator(node);
    if (operator !== '/' && operator !== '+' && operator !== '')
      return { ...NOTHING, places, text: values[0]?.text ?? null };
    if (values.every(({ text }) => text === null)) return { ...NOTHING, places };
    const unknown = operator === '/' ? '' : '{}';
    const joined = values.map(({ text }) => text ?? unknown).join(operator === '/' ? '/' : '');
    const text = joined.slice(0, MAX_CONSTANT);
    return { ...NOTHING, text, places: [...places, ...this.ledger.noteText(text, node)] };
  }

  private operator({ children: [left, right] }: SyntaxNode): string {
    if (left === undefined || right === undefined) return '';
    return this.ledger.region.text.slice(left.end, right.start).trim();
  }

  private assign(target: SyntaxNode | null, from: SyntaxNode | null): Value {
    if (target === null || from === null) return NOTHING;
    const value = this.evaluate(from);
    if (isEnvironment(value.name) && target.type === 'object_pattern') {
      environmentEntries(target, this.scope, this.ledger);
      return NOTHING;
    }
    for (const place of this.targets(target)) this.hold(value, place);
    if (this.scope.isOutermost)
      for (const name of this.bound(target))
        this.ledger.graph.connect([this.scope.place(name)], exportNode(this.ledger.region.file.path, name));
    this.load(target, value);
    this.destructure(target, value);
    return value;
  }

  /** `image.src = …`: the page requests it at once. */
  private load(target: SyntaxNode, value: Value): void {
    const part = field(target, 'property');
    const object = field(target, 'object');
    if (part === null || object === null || !/^(?:src|href)$/.test(this.ledger.raw(part))) return;
    if (!LOADS.test(this.base(object).name ?? '')) return;
    const sent = this.ledger.place('net', target);
    this.ledger.sink('network', sent, value.text ?? '', target);
    this.ledger.graph.connect(value.places, sent);
  }

  private hold(value: Value, place: FlowNode): void {
    const { graph, names, texts, opened } = this.ledger;
    graph.connect(value.places, place);
    if (value.name !== null) names.set(place, value.name);
    if (value.text !== null) texts.set(place, value.text);
    const [first] = value.places;
    if (first === undefined) return;
    if (value.name !== null && WRITABLE.test(value.name)) graph.connect([place], first);
    const path = opened.get(first);
    if (path !== undefined) opened.set(place, path);
  }

  /** The places that an assignment writes to: names, and the objects whose parts are set. */
  private targets(target: SyntaxNode): FlowNode[] {
    if (roleOf(target) !== 'member' && roleOf(target) !== 'index')
      return this.bound(target).map((name) => this.scope.place(name));
    const object = field(target, 'object', 'value');
    const part = field(target, 'attribute', 'property');
    if (object === null) return [];
    const isSelf = /^(?:self|this|cls)$/.test(this.ledger.raw(object));
    if (isSelf && part !== null) return [`var:${this.ledger.prefix}:self.${this.ledger.raw(part)}`];
    return this.base(object).places.filter((place) => place.startsWith('var:'));
  }

  private bound(target: SyntaxNode): string[] {
    return boundNames(target, this.ledger.region.text);
  }

  /** `const { exec } = require('child_process')`. */
  private destructure(target: SyntaxNode, { name }: Value): void {
    if (target.type !== 'object_pattern' || name === null) return;
    for (const bound of this.bound(target))
      this.ledger.names.set(this.scope.place(bound), `${name}.${bound}`);
  }

  private list(node: SyntaxNode): Value {
    const items = node.children.map((child) => this.evaluate(child));
    return { ...NOTHING, items, places: placesOf(items) };
  }

  private pair(node: SyntaxNode): Value {
    const keyNode = field(node, 'key', 'name');
    const valueNode = field(node, 'value');
    if (keyNode === null || valueNode === null) return this.all(node.children);
    const key = roleOf(keyNode) === 'string' ? this.text(keyNode).text : this.ledger.raw(keyNode);
    const value = this.evaluate(valueNode);
    if (key === null || !HEADER_KEY.test(key)) return { ...value, key };
    const place = this.ledger.place('header', node);
    this.ledger.graph.connect(value.places, place, 'header');
    return { ...value, key, places: [place] };
  }

  private define(node: SyntaxNode): Value {
    const { ledger } = this;
    const outer = this.scope;
    const inner = new Scope(scopePrefix(ledger.prefix, node), outer);
    const body = field(node, 'body');
    inner.bind(parametersOf(node, ledger.region.text).flat());
    if (body !== null) inner.bind(namesBoundIn(body, ledger.region.text));
    this.scope = inner;
    const value = body === null ? NOTHING : this.evaluate(body);
    if (node.type === 'arrow_function' || node.type === 'lambda')
      ledger.graph.connect(value.places, inner.result);
    this.scope = outer;
    return { ...NOTHING, places: [inner.result] };
  }

  private giveBack(node: SyntaxNode): Value {
    this.ledger.graph.connect(this.all(node.children).places, this.scope.result);
    return NOTHING;
  }

  private loop(node: SyntaxNode): Value {
    this.assign(field(node, 'left'), field(node, 'right'));
    return this.all(node.children.filter((child) => child.field !== 'left' && child.field !== 'right'));
  }

  private take(node: SyntaxNode): Value {
    for (const [name, full] of importedNames(node, this.ledger.region.text)) {
      this.aliases.set(name, full);
      const dot = full.lastIndexOf('.');
      if (dot > 0)
        this.ledger.graph.connect(
          [exportNode(full.slice(0, dot), full.slice(dot + 1))],
          this.scope.place(name),
        );
    }
    return NOTHING;
  }

  private call(node: SyntaxNode): Value {
    const callee = field(node, 'function', 'constructor');
    if (callee === null) return this.all(node.children);
    const target = roleOf(callee) === 'member' ? this.member(callee, true) : this.evaluate(callee);
    const nodes = argumentsOf(node);
    const args = nodes.map((child) => this.evaluate(child));
    const call: FoldedCall = { node, name: target.name ?? '', target, args };
    const place = passOnValue(call, nodes, this.callables, this.ledger);
    const folded = foldCall(call, this.ledger);
    if (folded !== null) return { ...folded, places: [...folded.places, place] };
    const effect = call.name === '' ? null : effectOfCall(call.name);
    const output = effect === null ? [] : applyEffect(effect, call, place, this.ledger);
    const name = call.name === '' ? null : `${call.name}()`.slice(0, MAX_NAME);
    return { ...NOTHING, places: [place, ...output], name, text: this.ledger.texts.get(place) ?? null };
  }
}

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const list = field(node, 'arguments');
  if (list === null) return [];
  return list.type === 'generator_expression'
    ? [list]
    : list.children.filter((child) => roleOf(child) !== 'skip');
}
