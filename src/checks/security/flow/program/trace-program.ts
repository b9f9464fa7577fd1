import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { Place } from '../graph.ts';
import { exportAt, isSecretName } from '../names.ts';
import { unescapeAnsi } from '../shell/read-shell.ts';
import { applyEffect } from './call-effects.ts';
import { effectOfCall } from './calls.ts';
import { writeOpened } from './file-effects.ts';
import { type Call, foldCall } from './fold-call.ts';
import { importedNames } from './imports.ts';
import { Ledger, type Origin } from './ledger.ts';
import { boundNames, field, parametersOf, roleOf } from './program-syntax.ts';
import { type Callable, callablesIn, namesBoundIn, Scope, scopePrefix } from './scopes.ts';
import { isEnvironment, MAX_CONSTANT, NOTHING, placesOf, receiverOf, type Value } from './value.ts';

/** Follows what the calls of a program read, pass on, send and run. */
export function traceProgram(tree: SyntaxNode, origin: Origin): void {
  new ProgramTracer(tree, origin).run(tree);
}

const MAX_NAME = 120;
/** Places that one expression is followed to; an expression of more is data. */
const MAX_PLACES = 64;
/** Where a key stands, the value behind it goes along as a credential. */
const HEADER_KEY =
  /^(?:headers?|authorization|auth|cookies?|x-[\w-]*(?:key|token|auth)|api[-_]?key|bearer|x-api-key)$/i;
/** Methods that put what they are given into what they are called on. */
const MUTATORS =
  /\.(?:append|update|extend|add|push|unshift|set|setdefault|insert|write|writelines|put|concat|attach|end|field|feed|add_header|setRequestHeader|setHeader|set_payload|writestr)$/;
/** What these give takes in what is written to it later. */
const WRITABLE = /open\(\)$|createWriteStream\(\)$|Request\(\)$|https?\.request\(\)$|Popen\(\)$/;
/** Objects of a page that fetch what they are pointed at. */
const LOADS = /^(?:Image\(\)|document\.createElement\(\)|(?:window\.|document\.)?location)$/;
/** Commands whose output tells of the user or the machine. */
const TELLING_COMMAND =
  /^\s{0,3}(?:printenv|env|cat|security|whoami|hostname|git\s{1,3}(?:config|remote|log|diff)|history|gh\s{1,3}auth)\b/;
const LITERAL_PART = /^(?:string_content|string_fragment|escape_sequence)$/;
const FILLED_PART = /^(?:interpolation|template_substitution)$/;
const ENVIRONMENT_METHOD = /^(?:get|pop|items|copy|values|keys|setdefault)$/;

class ProgramTracer {
  private readonly ledger: Ledger;
  private readonly callables: ReadonlyMap<string, Callable[]>;
  private readonly aliases = new Map<string, string>();
  private scope: Scope;

  constructor(tree: SyntaxNode, origin: Origin) {
    this.ledger = new Ledger(origin);
    this.callables = callablesIn(tree, origin.region.text, this.ledger.prefix);
    this.scope = new Scope(this.ledger.prefix, null);
  }

  run(tree: SyntaxNode): void {
    this.offer();
    this.all(tree.children);
  }

  /** What other scripts may call. */
  private offer(): void {
    const { graph, region } = this.ledger;
    for (const [name, callables] of this.callables)
      for (const { parameters, result } of callables) {
        const place = exportAt(region.file.path, name);
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
    return { ...NOTHING, places: placesOf(values).slice(0, MAX_PLACES) };
  }

  private variable(node: SyntaxNode): Value {
    const place = this.scope.place(this.ledger.raw(node));
    const name =
      this.ledger.names.get(place) ?? this.aliases.get(this.ledger.raw(node)) ?? this.ledger.raw(node);
    const places = isEnvironment(name) ? [place, this.wholeEnvironment(node)] : [place];
    return { ...NOTHING, places, name, text: this.ledger.texts.get(place) ?? null };
  }

  private member(node: SyntaxNode, isCallee: boolean): Value {
    const object = field(node, 'object', 'value');
    const part = field(node, 'attribute', 'property', 'subscript', 'index');
    if (object === null || part === null) return this.all(node.children);
    const base = this.base(object);
    const key = roleOf(node) === 'member' ? this.ledger.raw(part) : this.evaluate(part).text;
    if (isEnvironment(base.name)) return this.environmentEntry(base, key, node);
    const isKnown = base.name !== null || (isCallee && base.text !== null);
    const name = isKnown && key !== null ? `${base.name ?? ''}.${key}`.slice(0, MAX_NAME) : null;
    if (isEnvironment(name)) return { ...NOTHING, name, places: [this.wholeEnvironment(node)] };
    if (name === 'document.cookie') return { ...NOTHING, name, places: [this.cookies(node)] };
    if (isCallee) return { ...base, key: null, name };
    if (base.places.length === 0) return { ...NOTHING, name };
    const entry = this.ledger.place('part', node);
    this.ledger.graph.connect(base.places, entry, 'part');
    return { ...NOTHING, places: [entry], name };
  }

  /** An object whose part is asked for: the environment as a whole is not meant. */
  private base(node: SyntaxNode): Value {
    const value = this.evaluate(node);
    return isEnvironment(value.name) ? { ...value, places: [] } : value;
  }

  private environmentEntry({ name }: Value, key: string | null, node: SyntaxNode): Value {
    if (key === 'HOME') return { ...NOTHING, text: '~' };
    if (key !== null && ENVIRONMENT_METHOD.test(key)) return { ...NOTHING, name: `${name}.${key}` };
    const place = this.ledger.place('env', node);
    if (key !== null) this.ledger.noteVariable(key, place, node);
    return { ...NOTHING, places: [place] };
  }

  private wholeEnvironment(node: SyntaxNode): Place {
    const place = this.ledger.place('env', node);
    this.ledger.source('environment', place, 'all of it', node);
    return place;
  }

  private cookies(node: SyntaxNode): Place {
    const place = this.ledger.place('cookie', node);
    this.ledger.source('surveillance', place, 'cookies', node, true);
    return place;
  }

  private text(node: SyntaxNode): Value {
    const filled = node.children
      .filter(({ type }) => FILLED_PART.test(type))
      .map((part) => this.all(part.children));
    const text = this.literal(node, filled);
    return { ...NOTHING, text, places: [...placesOf(filled), ...this.ledger.noteText(text, node)] };
  }

  private literal(node: SyntaxNode, filled: readonly Value[]): string {
    const { ledger } = this;
    if (node.children.length === 0) return ledger.raw(node).replace(/^['"`]+|['"`]+$/g, '');
    const isRaw = ledger.language === 'python' && /^[a-z]{0,2}r/i.test(ledger.raw(node));
    let next = 0;
    const parts = node.children.map((child) => {
      if (FILLED_PART.test(child.type)) return filled[next++]?.text ?? '{}';
      if (!LITERAL_PART.test(child.type)) return '';
      return isRaw ? ledger.raw(child) : unescapeAnsi(ledger.raw(child));
    });
    return parts.join('').slice(0, MAX_CONSTANT);
  }

  /** Texts put together; with `/`, parts of a path. */
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
    if (isEnvironment(value.name) && target.type === 'object_pattern') return this.environmentEntries(target);
    for (const place of this.targets(target)) this.hold(value, place);
    if (this.scope.isOutermost)
      for (const name of this.bound(target))
        this.ledger.graph.connect([this.scope.place(name)], exportAt(this.ledger.region.file.path, name));
    this.load(target, value);
    this.destructure(target, value);
    return value;
  }

  /** `image.src = …`: a page asks for it at once. */
  private load(target: SyntaxNode, value: Value): void {
    const part = field(target, 'property');
    const object = field(target, 'object');
    if (part === null || object === null || !/^(?:src|href)$/.test(this.ledger.raw(part))) return;
    if (!LOADS.test(this.base(object).name ?? '')) return;
    const sent = this.ledger.place('net', target);
    this.ledger.sink('network', sent, value.text ?? '', target);
    this.ledger.graph.connect(value.places, sent);
  }

  private hold(value: Value, place: Place): void {
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

  /** Where an assignment puts its value: names, and the objects whose parts are set. */
  private targets(target: SyntaxNode): Place[] {
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

  /** `const { KEY } = process.env`. */
  private environmentEntries(target: SyntaxNode): Value {
    for (const name of this.bound(target))
      if (isSecretName(name)) this.ledger.source('environment-key', this.scope.place(name), name, target);
    return NOTHING;
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
          [exportAt(full.slice(0, dot), full.slice(dot + 1))],
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
    const call: Call = { node, name: target.name ?? '', target, args };
    const place = this.passOn(call, nodes);
    const folded = foldCall(call, this.ledger);
    if (folded !== null) return { ...folded, places: [...folded.places, place] };
    const effect = call.name === '' ? null : effectOfCall(call.name);
    const output = effect === null ? [] : applyEffect(effect, call, place, this.ledger);
    const name = call.name === '' ? null : `${call.name}()`.slice(0, MAX_NAME);
    return { ...NOTHING, places: [place, ...output], name, text: this.ledger.texts.get(place) ?? null };
  }

  /** A call gives what it is given, changes what it is called on, and enters functions of the program. */
  private passOn({ node, name, target, args }: Call, nodes: readonly SyntaxNode[]): Place {
    const { ledger } = this;
    const place = ledger.place('call', node);
    const isShell = effectOfCall(name)?.kind === 'shell';
    const given = isShell ? placesOf(args.slice(0, 1)) : placesOf(args.filter(isHandedOn(args)));
    ledger.graph.connect([...target.places, ...given], place);
    if (name.endsWith('.pipe')) for (const to of given) ledger.graph.connect(target.places, to);
    if (MUTATORS.test(name)) ledger.graph.connect(given, receiverOf(target) ?? place);
    if (/\.write(?:lines)?$/.test(name)) writeOpened(target, args, node, ledger);
    this.enter(name, args, node, place);
    for (const arg of args) if (arg.name !== null) this.handOver(arg.name, [...target.places, place], place);
    for (const child of nodes)
      if (roleOf(child) === 'function') this.callBack(child, [...target.places, place]);
    return place;
  }

  /** A call of a function that the program defines itself. */
  private enter(name: string, args: readonly Value[], node: SyntaxNode, place: Place): void {
    const { graph } = this.ledger;
    const dot = name.lastIndexOf('.');
    const own = this.callables.get(name.slice(dot + 1));
    if (own === undefined && dot > 0) {
      const other = exportAt(name.slice(0, dot), name.slice(dot + 1));
      for (const [index, arg] of args.entries()) graph.connect(arg.places, `${other}(${index})`);
      graph.connect([other], place);
    }
    if (own !== undefined) this.runGiven(args[0], node, place);
    for (const { parameters, result } of own ?? []) {
      for (const [index, parameter] of parameters.entries())
        for (const one of parameter) graph.connect(args[index]?.places ?? [], one);
      graph.connect([result], place);
    }
  }

  /** A command that a function of the program is given to run. */
  private runGiven(command: Value | undefined, node: SyntaxNode, place: Place): void {
    if (command === undefined || command.text === null || !TELLING_COMMAND.test(command.text)) return;
    const output = this.ledger.runInner({
      language: 'bash',
      text: command.text,
      offset: node.start,
      layers: [],
    });
    if (output !== null) this.ledger.graph.connect([output], place);
  }

  /** `list.map(load)`: the function by its name. */
  private handOver(name: string, given: readonly Place[], place: Place): void {
    for (const { parameters, result } of this.callables.get(name) ?? []) {
      for (const one of parameters[0] ?? []) this.ledger.graph.connect(given, one);
      this.ledger.graph.connect([result], place);
    }
  }

  /** A function that is handed over gets what the call gives. */
  private callBack(node: SyntaxNode, given: readonly Place[]): void {
    const prefix = scopePrefix(this.ledger.prefix, node);
    for (const name of parametersOf(node, this.ledger.region.text).flat())
      this.ledger.graph.connect(given, `var:${prefix}:${name}`);
  }
}

/** What a command is started with does not show in what it prints; nor does the environment that one entry is picked from. */
function isHandedOn(args: readonly Value[]): (arg: Value, index: number) => boolean {
  return ({ name }, index) => !isEnvironment(name) || !ENTRY.test(args[index + 1]?.text ?? '');
}

const ENTRY = /^[A-Z][A-Z0-9_]{1,60}$/;

function argumentsOf(node: SyntaxNode): SyntaxNode[] {
  const list = field(node, 'arguments');
  if (list === null) return [];
  return list.type === 'generator_expression'
    ? [list]
    : list.children.filter((child) => roleOf(child) !== 'skip');
}
