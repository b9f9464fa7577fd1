import { decodeWith } from '../decode/encodings.ts';
import { locationOf } from '../locations.ts';
import type { Region } from '../regions/region.ts';
import type { ParsedLanguage, SyntaxNode } from '../syntax/script-parser.ts';
import { type CallEffect, effectOfCall } from './calls.ts';
import type { At, FlowGraph, Place, SinkKind, SourceKind } from './graph.ts';
import { importedNames, moduleName } from './imports.ts';
import { fileAt, isSecretName, notePath } from './names.ts';
import { boundNames, field, parametersOf, roleOf } from './program-syntax.ts';
import { unescapeAnsi } from './read-shell.ts';
import { type Callable, callablesIn, namesBoundIn, Scope, scopePrefix } from './scopes.ts';
import type { InnerCode } from './trace.ts';

/** What an expression is known to be, besides where its value comes from. */
type Value = {
  places: readonly Place[];
  /** Its text, where it is written out. */
  text: string | null;
  /** Its full name: `os.environ`, `requests.Session().post`. */
  name: string | null;
  items: readonly Value[] | null;
  /** Of a keyword argument or a pair: its key. */
  key: string | null;
};

type InnerRunner = (inner: InnerCode) => Place | null;

type Origin = { region: Region; language: ParsedLanguage; graph: FlowGraph; runInner: InnerRunner };

/** Follows what the calls of a program read, pass on, send and run. */
export function traceProgram(tree: SyntaxNode, origin: Origin): void {
  new ProgramTracer(tree, origin).run(tree);
}

const NOTHING: Value = { places: [], text: null, name: null, items: null, key: null };
const MAX_NAME = 120;
const MAX_CONSTANT = 65_536;
const HEADER_KEY =
  /^(?:headers?|authorization|auth|cookies?|x-[\w-]*(?:key|token|auth)|api[-_]?key|bearer|x-api-key)$/i;
const MUTATORS =
  /\.(?:append|update|extend|add|push|unshift|set|setdefault|insert|write|writelines|put|concat|attach|end|field|feed|add_header|setRequestHeader|setHeader|set_payload|writestr)$/;
const LITERAL_PART = /^(?:string_content|string_fragment|escape_sequence)$/;
const IDENTITY_NAME = /^(?:USER|LOGNAME|USERNAME|HOSTNAME|COMPUTERNAME)$/;
const HOME_CALL = /^(?:os\.homedir|pathlib\.Path\.home|Path\.home)$/;
const PASSES_TEXT =
  /\.(?:decode|encode|strip|toString|trim|expanduser|resolve|absolute|lower|rstrip)$|^(?:str|bytes|Path|pathlib\.Path|pathlib\.PosixPath|os\.path\.(?:expanduser|abspath|expandvars|normpath|realpath)|path\.(?:resolve|normalize)|String)$/;
const JOINS_PATH =
  /^(?:os\.path\.join|path\.(?:join|resolve)|posixpath\.join|pathlib\.Path|Path)$|\.joinpath$/;

class ProgramTracer {
  private readonly region: Region;
  private readonly language: ParsedLanguage;
  private readonly graph: FlowGraph;
  private readonly runInner: InnerRunner;
  private readonly callables: ReadonlyMap<string, Callable[]>;
  private readonly aliases = new Map<string, string>();
  private readonly names = new Map<Place, string>();
  private readonly texts = new Map<Place, string>();
  /** Paths of the files that were opened for writing, by what holds them. */
  private readonly opened = new Map<Place, string>();
  private readonly file: string;
  private scope: Scope;

  constructor(tree: SyntaxNode, { region, language, graph, runInner }: Origin) {
    this.region = region;
    this.language = language;
    this.graph = graph;
    this.runInner = runInner;
    this.file = `${region.file.path}+${region.offset}${region.layers.length > 0 ? `~${region.layers.length}` : ''}`;
    this.callables = callablesIn(tree, region.text, this.file);
    this.scope = new Scope(this.file, null);
  }

  run(tree: SyntaxNode): void {
    this.all(tree.children);
  }

  private evaluate(node: SyntaxNode): Value {
    switch (roleOf(node)) {
      case 'name':
        return this.nameValue(node);
      case 'member':
      case 'index':
        return this.member(node);
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
        return this.functionValue(node);
      case 'return':
        return this.returned(node);
      case 'loop':
        this.assign(field(node, 'left'), field(node, 'right'));
        return this.all(node.children.filter((child) => child.field !== 'left' && child.field !== 'right'));
      case 'alias':
        return this.assign(node.children.at(-1) ?? null, node.children[0] ?? null);
      case 'import':
        for (const [name, full] of importedNames(node, this.region.text)) this.aliases.set(name, full);
        return NOTHING;
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
    return { ...NOTHING, places: values.flatMap(({ places }) => places).slice(0, 64) };
  }

  private raw(node: SyntaxNode): string {
    return this.region.text.slice(node.start, node.end);
  }

  private nameValue(node: SyntaxNode): Value {
    const name = this.raw(node);
    const place = this.scope.place(name);
    const full = this.names.get(place) ?? this.aliases.get(name) ?? name;
    const places =
      full === 'os.environ' || full === 'environ' ? [place, this.wholeEnvironment(node)] : [place];
    return { ...NOTHING, places, name: full, text: this.texts.get(place) ?? null };
  }

  private member(node: SyntaxNode, isCallee = false): Value {
    const object = field(node, 'object', 'value');
    const part = field(node, 'attribute', 'property', 'subscript', 'index');
    if (object === null || part === null) return this.all(node.children);
    const base = this.evaluateBase(object);
    const key = roleOf(node) === 'member' ? this.raw(part) : this.evaluate(part).text;
    if (base.name === 'os.environ' || base.name === 'process.env')
      return this.environmentEntry(base, key, node);
    const name = base.name === null || key === null ? null : `${base.name}.${key}`.slice(0, MAX_NAME);
    if (name === 'os.environ' || name === 'process.env')
      return { ...NOTHING, name, places: [this.wholeEnvironment(node)] };
    if (name === 'document.cookie')
      this.source('surveillance', this.placeOf('cookie', node), 'cookies', true, node);
    const own = name === 'document.cookie' ? [this.placeOf('cookie', node)] : [];
    if (isCallee || base.places.length === 0) return { ...NOTHING, places: [...base.places, ...own], name };
    const entry = this.placeOf('part', node);
    this.graph.connect(base.places, entry, 'part');
    return { ...NOTHING, places: [entry, ...own], name };
  }

  /** An object whose part is asked for: the environment as a whole is not meant. */
  private evaluateBase(node: SyntaxNode): Value {
    const value = this.evaluate(node);
    const isEnvironment = value.name === 'os.environ' || value.name === 'process.env';
    return isEnvironment ? { ...value, places: [] } : value;
  }

  private environmentEntry({ name }: Value, key: string | null, node: SyntaxNode): Value {
    if (key === 'HOME') return { ...NOTHING, text: '~' };
    const isMethod = key !== null && /^(?:get|pop|items|copy|values|keys|setdefault)$/.test(key);
    if (isMethod) return { ...NOTHING, name: `${name}.${key}` };
    const place = this.placeOf('env', node);
    if (key !== null && IDENTITY_NAME.test(key))
      this.source('identity', place, 'who and where this machine is', false, node);
    if (key !== null && isSecretName(key)) this.source('environment-key', place, key, false, node);
    return { ...NOTHING, places: [place] };
  }

  private wholeEnvironment(node: SyntaxNode): Place {
    const place = this.placeOf('env', node);
    this.source('environment', place, 'all of it', false, node);
    return place;
  }

  private text(node: SyntaxNode): Value {
    const parts = node.children.filter(
      ({ type }) => type === 'interpolation' || type === 'template_substitution',
    );
    const values = parts.map((part) => this.all(part.children));
    const text = this.literal(node, values);
    const places = values.flatMap((value) => value.places);
    return { ...NOTHING, text, places: [...places, ...this.noteText(text, node)] };
  }

  private literal(node: SyntaxNode, values: readonly Value[]): string {
    if (node.children.length === 0) return this.raw(node).replace(/^['"`]+|['"`]+$/g, '');
    const isRaw = /^[a-z]{0,2}r/i.test(this.raw(node)) && this.language === 'python';
    let next = 0;
    const parts = node.children.map((child) => {
      if (child.type === 'interpolation' || child.type === 'template_substitution')
        return values[next++]?.text ?? '{}';
      if (!LITERAL_PART.test(child.type)) return '';
      return isRaw ? this.raw(child) : unescapeAnsi(this.raw(child));
    });
    return parts.join('').slice(0, MAX_CONSTANT);
  }

  /** A text that names a guarded place or a secret variable begins a flow where something opens it. */
  private noteText(text: string, node: SyntaxNode): Place[] {
    const place = this.placeOf('text', node);
    const before = this.graph.sources.length;
    if (text.length <= 400) notePath(this.graph, text, place, this.at(node));
    if (/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text) && isSecretName(text))
      this.source('place', place, text, false, node);
    return this.graph.sources.length > before ? [place] : [];
  }

  private binary(node: SyntaxNode): Value {
    const values = node.children.map((child) => this.evaluate(child));
    const places = values.flatMap((value) => value.places);
    const operator = this.operator(node);
    if (operator === '/' || operator === '+' || operator === '') {
      const glue = operator === '/' ? '/' : '';
      const texts = values.map(({ text }) => text ?? (operator === '/' ? '' : '{}'));
      const isKnown = values.some(({ text }) => text !== null);
      const text = isKnown ? texts.join(glue).slice(0, MAX_CONSTANT) : null;
      return { ...NOTHING, text, places: [...places, ...(text === null ? [] : this.noteText(text, node))] };
    }
    return { ...NOTHING, places, text: values[0]?.text ?? null };
  }

  private operator(node: SyntaxNode): string {
    const [left, right] = node.children;
    if (left === undefined || right === undefined) return '';
    return this.region.text.slice(left.end, right.start).trim();
  }

  private assign(target: SyntaxNode | null, from: SyntaxNode | null): Value {
    if (target === null || from === null) return NOTHING;
    const value = this.evaluate(from);
    if (value.name === 'process.env' && target.type === 'object_pattern')
      return this.environmentEntries(target);
    for (const place of this.targets(target)) {
      this.graph.connect(value.places, place);
      if (value.name !== null) this.names.set(place, value.name);
      if (value.text !== null) this.texts.set(place, value.text);
      const [first] = value.places;
      if (
        first !== undefined &&
        value.name !== null &&
        /open\(\)$|createWriteStream\(\)$|Request\(\)$|https?\.request\(\)$|Popen\(\)$/.test(value.name)
      )
        this.graph.connect([place], first);
      const path = first === undefined ? undefined : this.opened.get(first);
      if (path !== undefined) this.opened.set(place, path);
    }
    this.destructure(target, value);
    return value;
  }

  /** Where an assignment puts its value: names, and the objects whose parts are set. */
  private targets(target: SyntaxNode): Place[] {
    if (roleOf(target) !== 'member' && roleOf(target) !== 'index')
      return boundNames(target, this.region.text).map((name) => this.scope.place(name));
    const object = field(target, 'object', 'value');
    const part = field(target, 'attribute', 'property');
    if (object === null) return [];
    const isSelf = /^(?:self|this|cls)$/.test(this.raw(object));
    if (isSelf && part !== null) return [`var:${this.file}:self.${this.raw(part)}`];
    return this.evaluateBase(object).places.filter((place) => place.startsWith('var:'));
  }

  /** `const { KEY } = process.env`. */
  private environmentEntries(target: SyntaxNode): Value {
    for (const name of boundNames(target, this.region.text))
      if (isSecretName(name)) this.source('environment-key', this.scope.place(name), name, false, target);
    return NOTHING;
  }

  /** `const { exec } = require('child_process')`. */
  private destructure(target: SyntaxNode, { name }: Value): void {
    if (target.type !== 'object_pattern' || name === null) return;
    for (const bound of boundNames(target, this.region.text))
      this.names.set(this.scope.place(bound), `${name}.${bound}`);
  }

  private list(node: SyntaxNode): Value {
    const items = node.children.map((child) => this.evaluate(child));
    return { ...NOTHING, items, places: items.flatMap(({ places }) => places) };
  }

  private pair(node: SyntaxNode): Value {
    const keyNode = field(node, 'key', 'name');
    const valueNode = field(node, 'value');
    if (keyNode === null || valueNode === null) return this.all(node.children);
    const key = roleOf(keyNode) === 'string' ? this.text(keyNode).text : this.raw(keyNode);
    const value = this.evaluate(valueNode);
    if (key === null || !HEADER_KEY.test(key)) return { ...value, key };
    const place = this.placeOf('header', node);
    this.graph.connect(value.places, place, 'header');
    return { ...value, key, places: [place] };
  }

  private functionValue(node: SyntaxNode): Value {
    const outer = this.scope;
    const inner = new Scope(scopePrefix(this.file, node), outer);
    const body = field(node, 'body');
    inner.bind(parametersOf(node, this.region.text).flat());
    if (body !== null) inner.bind(namesBoundIn(body, this.region.text));
    this.scope = inner;
    const value = body === null ? NOTHING : this.evaluate(body);
    if (node.type === 'arrow_function' || node.type === 'lambda')
      this.graph.connect(value.places, inner.result);
    this.scope = outer;
    return { ...NOTHING, places: [inner.result] };
  }

  private returned(node: SyntaxNode): Value {
    this.graph.connect(this.all(node.children).places, this.scope.result);
    return NOTHING;
  }

  private call(node: SyntaxNode): Value {
    const callee = field(node, 'function', 'constructor');
    const list = field(node, 'arguments');
    if (callee === null) return this.all(node.children);
    const target = roleOf(callee) === 'member' ? this.member(callee, true) : this.evaluate(callee);
    const argumentNodes = list === null ? [] : list.type === 'generator_expression' ? [list] : list.children;
    const args = argumentNodes
      .filter((child) => roleOf(child) !== 'skip')
      .map((child) => this.evaluate(child));
    const place = this.placeOf('call', node);
    const name = target.name ?? '';
    this.graph.connect([...target.places, ...args.flatMap(({ places }) => places)], place);
    if (MUTATORS.test(name))
      this.graph.connect(
        args.flatMap(({ places }) => places),
        target.places.find((one) => one.startsWith('var:')) ?? place,
      );
    this.enter(name, args, place);
    if (name.endsWith('.write') || name.endsWith('.writelines')) this.writeOpened(target, args, node);
    for (const arg of args) if (arg.name !== null) this.handOver(arg.name, [...target.places, place], place);
    for (const child of argumentNodes)
      if (roleOf(child) === 'function') this.callBack(child, [...target.places, place]);
    const folded = this.fold(name, target, args, node);
    if (folded !== null) return { ...folded, places: [...folded.places, place] };
    const effect = name === '' ? null : effectOfCall(name);
    const output = effect === null ? [] : this.apply(effect, { node, name, target, args, place });
    return {
      ...NOTHING,
      places: [place, ...output],
      name: name === '' ? null : `${name}()`.slice(0, MAX_NAME),
    };
  }

  /** A call of a function that the program defines itself. */
  private enter(name: string, args: readonly Value[], place: Place): void {
    for (const { parameters, result } of this.callables.get(name.slice(name.lastIndexOf('.') + 1)) ?? []) {
      for (const [index, parameter] of parameters.entries())
        for (const one of parameter) this.graph.connect(args[index]?.places ?? [], one);
      this.graph.connect([result], place);
    }
  }

  private writeOpened(target: Value, args: readonly Value[], node: SyntaxNode): void {
    const path = target.places.map((one) => this.opened.get(one)).find((one) => one !== undefined);
    if (path !== undefined) this.write({ ...NOTHING, text: path }, args, node);
  }

  /** `list.map(load)`: the function by its name. */
  private handOver(name: string, given: readonly Place[], place: Place): void {
    for (const { parameters, result } of this.callables.get(name) ?? []) {
      for (const one of parameters[0] ?? []) this.graph.connect(given, one);
      this.graph.connect([result], place);
    }
  }

  /** A function that is handed over gets what the call gives. */
  private callBack(node: SyntaxNode, given: readonly Place[]): void {
    const prefix = scopePrefix(this.file, node);
    for (const name of parametersOf(node, this.region.text).flat())
      this.graph.connect(given, `var:${prefix}:${name}`);
  }

  /** What is already known without running anything: joined paths, decoded literals, imports by name. */
  private fold(name: string, target: Value, args: readonly Value[], node: SyntaxNode): Value | null {
    const [first, second] = args;
    if (
      name === 'require' ||
      name === '__import__' ||
      name === 'importlib.import_module' ||
      name === 'import'
    )
      return first?.text == null ? null : { ...NOTHING, name: moduleName(first.text) };
    if (name === 'getattr' && first?.name != null && second?.text != null)
      return { ...NOTHING, name: `${first.name}.${second.text}` };
    if (HOME_CALL.test(name)) return { ...NOTHING, text: '~' };
    if (JOINS_PATH.test(name) && args.length > 1) {
      const joined = this.noted(args.map(({ text }) => text ?? '').join('/'), node);
      return { ...joined, places: [...joined.places, ...args.flatMap(({ places }) => places)] };
    }
    if (PASSES_TEXT.test(name))
      return this.passText(
        args.length > 0 && !name.endsWith('code') && !name.endsWith('toString') ? (first ?? target) : target,
        name,
      );
    if (name.endsWith('.join')) return this.joined(target, first, node);
    if (name === 'chr' && first !== undefined) return null;
    return null;
  }

  private passText(value: Value, name: string): Value | null {
    if (value.text === null) return null;
    return {
      ...NOTHING,
      text: value.text,
      places: value.places,
      name: /Path$/.test(name) ? `${name}()` : null,
    };
  }

  private joined(target: Value, first: Value | undefined, node: SyntaxNode): Value | null {
    const [items, glue] =
      target.items === null ? [first?.items, target.text] : [target.items, first?.text ?? ','];
    if (items == null || items.some(({ text }) => text === null)) return null;
    return this.noted(items.map(({ text }) => text).join(glue ?? ''), node);
  }

  private noted(text: string, node: SyntaxNode): Value {
    return { ...NOTHING, text: text.slice(0, MAX_CONSTANT), places: this.noteText(text, node) };
  }

  private apply(
    effect: CallEffect,
    call: { node: SyntaxNode; name: string; target: Value; args: readonly Value[]; place: Place },
  ): Place[] {
    const { node, name, target, args, place } = call;
    const given = args.flatMap(({ places }) => places);
    switch (effect.kind) {
      case 'open':
        return this.open(args, place, node);
      case 'copy':
        this.copy(args);
        return [];
      case 'open-receiver':
        this.graph.connect(target.places, place, 'open');
        if (target.text !== null) this.graph.connect([fileAt(target.text)], place, 'open');
        return [];
      case 'write':
        this.write(args.length > 1 ? args[0] : target, args.length > 1 ? args.slice(1) : args, node);
        return [];
      case 'network':
        return this.request(name, args, node, place);
      case 'download':
        this.request(name, args.slice(0, 1), node, place);
        this.graph.connect([place], fileAt(args[1]?.text ?? ''));
        for (const one of args[1]?.places ?? []) this.graph.connect([place], one);
        return [];
      case 'header':
        this.graph.connect(given, target.places.find((one) => one.startsWith('var:')) ?? place, 'header');
        return [];
      case 'code':
        return this.runCode(args, node, name);
      case 'shell':
        return this.runCommand(args, node, name);
      case 'launch':
        this.sink('install', place, name, node);
        this.graph.connect(given, place, 'open');
        if (args[0]?.text != null) this.graph.connect([fileAt(args[0].text)], place, 'open');
        return [];
      case 'deserialize':
        this.sink('execution', place, name, node);
        return [];
      case 'environment-key':
        this.environmentKey(args, place, node);
        return [];
      case 'source':
        this.source(effect.source, place, effect.detail, effect.isPersonal, node);
        return [];
      case 'decode':
        return this.decode(effect.encoding, args, place, node);
    }
  }

  private open(args: readonly Value[], place: Place, node: SyntaxNode): Place[] {
    const [path, mode] = args;
    if (path === undefined) return [];
    this.graph.connect(path.places, place, 'open');
    if (path.text !== null) this.graph.connect([fileAt(path.text)], place, 'open');
    else this.source('file', place, 'a file', false, node);
    const isWriting =
      args.some(
        ({ text, key }) =>
          (key === null || key === 'mode') &&
          text !== null &&
          /^[rwaxbt+]{1,4}$/.test(text) &&
          /[wax+]/.test(text),
      ) && mode !== undefined;
    if (isWriting) this.write(path, [{ ...NOTHING, places: [place] }], null);
    if (isWriting && path.text !== null) this.opened.set(place, path.text);
    return [];
  }

  private copy([from, to]: readonly Value[]): void {
    if (from === undefined || to === undefined) return;
    const places = from.text === null ? from.places : [...from.places, fileAt(from.text)];
    for (const place of to.places) this.graph.connect(places, place, 'open');
    if (to.text !== null) this.graph.connect(places, fileAt(to.text), 'open');
  }

  private write(path: Value | undefined, content: readonly Value[], node: SyntaxNode | null): void {
    if (path === undefined) return;
    const places = content.flatMap((value) => value.places);
    for (const one of path.places) this.graph.connect(places, one);
    if (path.text === null) return;
    const file = fileAt(path.text);
    this.graph.connect(places, file);
    const location = locationOf(path.text);
    const at = this.at(node);
    if (location?.kind === 'startup') {
      this.graph.sinks.push({ kind: 'startup', place: file, detail: location.store, at });
      for (const { text } of content)
        if (text !== null) this.runInner({ language: 'bash', text, offset: at.start, layers: [] });
    }
    if (location?.kind === 'agent-memory' || location?.kind === 'agent-settings')
      this.graph.sinks.push({ kind: 'agent-file', place: file, detail: location.store, at });
  }

  private request(name: string, args: readonly Value[], node: SyntaxNode, place: Place): Place[] {
    const url =
      args
        .map(({ text, items }) => text ?? items?.[0]?.text ?? null)
        .find((text) => text !== null && /^\w+:\/\/|\.\w|^\{\}/.test(text)) ?? '';
    const sent = this.placeOf('net', node);
    this.sink('network', sent, url, node);
    this.graph.connect([place], sent);
    if (!/\.(?:send|sendall|write|end)$/.test(name)) this.source('remote', place, url, false, node);
    return [];
  }

  private runCode(args: readonly Value[], node: SyntaxNode, name: string): Place[] {
    const code = name === 'Function' ? args.at(-1) : args[0];
    if (code === undefined) return [];
    const place = this.placeOf('exec', node);
    this.sink('execution', place, name, node);
    this.graph.connect(code.places, place);
    const inner =
      code.text === null
        ? null
        : this.runInner({
            language: this.language,
            text: code.text,
            offset: node.start,
            layers: this.layersOf(code),
          });
    return inner === null ? [] : [inner];
  }

  /** A command is a text for a shell, or a list whose first item is the program. */
  private runCommand(args: readonly Value[], node: SyntaxNode, name: string): Place[] {
    const [command, list] = args;
    if (command === undefined) return [];
    const items =
      command.items ?? (list?.items != null && command.text !== null ? [command, ...list.items] : null);
    const place = this.placeOf('exec', node);
    this.sink('execution', place, name, node);
    const program = items === null ? command : items[0];
    const isShell =
      items !== null && /(?:^|\/)(?:ba|z|da)?sh$|^python3?$|^node$|^cmd/.test(items[0]?.text ?? '');
    const code = isShell ? items?.[2] : undefined;
    if (items !== null || isWholeCommand(command.text))
      this.graph.connect(program?.places ?? [], place, items === null ? 'value' : 'open');
    this.graph.connect(code?.places ?? [], place);
    const text = items === null ? command.text : wordsOf(items);
    const inner =
      text === null
        ? null
        : this.runInner({ language: 'bash', text, offset: node.start, layers: this.layersOf(command) });
    if (items !== null) this.sendByCommand(items, node);
    return inner === null ? [] : [inner];
  }

  /** `['curl', '-d', secret, url]`: what is not written out leaves all the same. */
  private sendByCommand(items: readonly Value[], node: SyntaxNode): void {
    if (!/^(?:curl|wget|nc|ncat|scp|rsync)$/.test(items[0]?.text ?? '')) return;
    const sent = this.placeOf('net', node);
    this.sink(
      'network',
      sent,
      items.find(({ text }) => text !== null && /:\/\//.test(text))?.text ?? '',
      node,
    );
    this.graph.connect(
      items.slice(1).flatMap(({ places }) => places),
      sent,
    );
  }

  private environmentKey(args: readonly Value[], place: Place, node: SyntaxNode): void {
    const [name] = args;
    if (name === undefined) return;
    if (name.text !== null && IDENTITY_NAME.test(name.text))
      this.source('identity', place, 'who and where this machine is', false, node);
    if (name.text === null) this.graph.connect(name.places, place, 'open');
    else if (isSecretName(name.text)) this.source('environment-key', place, name.text, false, node);
  }

  private decode(
    encoding: Extract<CallEffect, { kind: 'decode' }>['encoding'],
    args: readonly Value[],
    place: Place,
    node: SyntaxNode,
  ): Place[] {
    const [first] = args;
    const literal =
      encoding === 'character codes'
        ? args.map((_arg, index) => this.argumentText(node, index)).join(',')
        : first?.text;
    if (encoding === 'character codes' && !/^(?:(?:0x[0-9a-f]+|\d+),){3,}/i.test(literal ?? '')) return [];
    const decoded = encoding === null || literal == null ? null : decodeWith(encoding, literal);
    this.source('decoded', place, decoded ?? '', false, node);
    if (decoded !== null) this.texts.set(place, decoded);
    return [];
  }

  private argumentText(node: SyntaxNode, index: number): string {
    const argument = field(node, 'arguments')?.children[index];
    return argument === undefined ? '' : this.raw(argument);
  }

  private layersOf({ places }: Value): InnerCode['layers'] {
    const decoded = places.map((place) => this.texts.get(place)).find((text) => text !== undefined);
    return decoded === undefined ? [] : [{ encoding: 'decoded by the script', decoded }];
  }

  private placeOf(label: string, node: SyntaxNode): Place {
    return `${label}:${this.file}:${node.start}:${node.end}`;
  }

  private at(node: SyntaxNode | null): At {
    return { region: this.region, start: node?.start ?? 0, end: node?.end ?? 0 };
  }

  private source(
    kind: SourceKind,
    place: Place,
    detail: string,
    isPersonal: boolean,
    node: SyntaxNode,
  ): void {
    this.graph.sources.push({ kind, place, detail, isPersonal, at: this.at(node) });
  }

  private sink(kind: SinkKind, place: Place, detail: string, node: SyntaxNode): void {
    this.graph.sinks.push({ kind, place, detail, at: this.at(node) });
  }
}

/** What is put into a command as an argument is not run; what stands at its head, or behind `sh -c`, is. */
function isWholeCommand(text: string | null): boolean {
  return (
    text === null ||
    !text.includes('{}') ||
    /^\s*["']?\{\}|\b(?:sh|bash|zsh|eval|python3?|node)(?:\s+-[ce])?\s+["']?\{\}/.test(text)
  );
}

function wordsOf(items: readonly Value[]): string | null {
  const texts = items.map(({ text }) => text);
  return texts.some((text) => text === null)
    ? null
    : texts.map((text) => `'${text?.replaceAll("'", "'\\''")}'`).join(' ');
}
