import { locationOf } from '../../known/locations.ts';
import type { Region } from '../../regions/region.ts';
import type { SyntaxNode } from '../../syntax/script-parser.ts';
import type { At, FlowGraph, FlowNode, SinkKind, SourceKind } from '../graph.ts';
import type { InnerCode } from '../inner-code.ts';
import { fileNode, isSecretName, notePath } from '../naming/names.ts';
import { effective, type ParsedCommand, type Redirect, type ShellWord } from './parsed-command.ts';
import { isRedirect, readCommand, readWord } from './read-shell.ts';
import { effectOf } from './shell-effects.ts';

/** One command as its effect sees it: its input, the place of its output, and its words. */
export type ShellStep = {
  name: string;
  args: readonly ShellWord[];
  input: readonly FlowNode[];
  output: FlowNode;
  tracer: ShellTracer;
};

/** The programs that a unit or a property list starts. */
const PROGRAM_PATH = /(?:~|\$HOME|\$\{HOME\})?\/[\w.$/-]{2,200}/g;

const SHEBANG = /^#![^\n]{0,40}\b((?:ba|z|da|k)?sh|python3?|node)\b/;

export class ShellTracer {
  readonly inner: InnerCode[] = [];
  readonly graph: FlowGraph;
  readonly region: Region;
  private readonly constants = new Map<FlowNode, string>();
  private readonly assigned = new Set<string>();
  private scope: { start: number; end: number } = { start: 0, end: 0 };

  constructor(region: Region, graph: FlowGraph) {
    this.region = region;
    this.graph = graph;
  }

  /** Traces a node with its piped input. Returns the place of its output. */
  run(node: SyntaxNode, input: readonly FlowNode[]): FlowNode {
    if (node.type === 'command') return this.command(readCommand(node, [], this.region.text), input);
    if (node.type === 'pipeline') return this.pipeline(node, input);
    if (node.type === 'variable_assignment') return this.assignment(node);
    if (node.children.some(isRedirect)) return this.redirected(node, input);
    if (node.type === 'declaration_command') this.declaredWords(node);
    if (node.type === 'for_statement') this.loopVariable(node);
    return this.sequence(node, input);
  }

  /** The places whose values occur in a word; a substitution in it is run. */
  placesOf(word: ShellWord): FlowNode[] {
    const variables = word.variables.map((name) => this.variable(name, word));
    return [...variables, ...word.substitutions.map((node) => this.sequence(node, []))];
  }

  /** The text of a word, with constant variables expanded. */
  expand(text: string): string {
    return text.replace(/\$(\w{1,80})/g, (all, name) => this.constants.get(this.nameOf(String(name))) ?? all);
  }

  constantAt(place: FlowNode): string | null {
    return this.constants.get(place) ?? null;
  }

  setConstant(place: FlowNode, text: string): void {
    this.constants.set(place, text);
  }

  at(): At {
    return { region: this.region, ...this.scope };
  }

  source(kind: SourceKind, place: FlowNode, detail: string, isPersonal = false): void {
    this.graph.sources.push({ kind, place, detail, isPersonal, at: this.at() });
  }

  sink(kind: SinkKind, place: FlowNode, detail: string): void {
    this.graph.sinks.push({ kind, place, detail, at: this.at() });
  }

  placeHere(label: string): FlowNode {
    return `${label}:${this.region.file.path}:${this.region.offset + this.scope.start}:${this.region.layers.length}`;
  }

  /** The file that a word names, as a place that its content comes from. */
  file(word: ShellWord): FlowNode[] {
    const path = this.expand(word.text);
    const place = fileNode(path);
    notePath(this.graph, path, place, this.at());
    return [place, ...this.placesOf(word)];
  }

  private command(command: ParsedCommand, input: readonly FlowNode[]): FlowNode {
    const outer = this.scope;
    this.scope = { start: command.start, end: command.end };
    for (const node of command.before) this.run(node, []);
    for (const word of command.words) this.setDefaults(word);
    const output = this.placeHere('out');
    const { name, args, isPiped } = effective(this.spelledOut(command));
    const given = [...input, ...this.redirectedInput(command.redirects)];
    const step: ShellStep = { name: this.expand(name), args, input: given, output, tracer: this };
    for (const word of command.words.slice(0, 1)) this.graph.connect(this.placesOf(word), output);
    for (const word of command.words.slice(0, 4))
      if (word.isDisguised)
        this.graph.disguises.push({
          text: word.text,
          at: { region: this.region, start: word.start, end: word.end },
        });
    if (isPutTogether(command.words[0], step.name))
      this.graph.disguises.push({ text: step.name, at: this.at() });
    effectOf(isPiped ? { ...step, args: [...args, ...pipedArguments(step)] } : step);
    this.redirectOutput(command.redirects, output);
    for (const node of command.after) this.run(node, node.type === 'pipeline' ? [output] : []);
    this.scope = outer;
    return output;
  }

  /** `$FETCH url`, if the variable holds a command with its options. */
  private spelledOut(command: ParsedCommand): ParsedCommand {
    const [first, ...rest] = command.words;
    if (first === undefined || first.variables.length !== 1) return command;
    const texts = this.expand(first.text).split(/\s+/);
    return { ...command, words: [...texts.map((text) => ({ ...first, text })), ...rest] };
  }

  private pipeline(node: SyntaxNode, input: readonly FlowNode[]): FlowNode {
    return (
      node.children
        .filter(({ type }) => type !== 'comment')
        .reduce<readonly FlowNode[]>((flowing, child) => [this.run(child, flowing)], input)[0] ?? ''
    );
  }

  private redirected(node: SyntaxNode, input: readonly FlowNode[]): FlowNode {
    const redirects = node.children.filter(isRedirect);
    const bodies = node.children.filter((child) => !isRedirect(child));
    const [body] = bodies;
    if (body?.type === 'command' && bodies.length === 1)
      return this.command(readCommand(body, redirects, this.region.text), input);
    const around = readCommand({ ...node, children: [] }, redirects, this.region.text);
    const output = outputOf(this.region, node);
    const given = [...input, ...this.redirectedInput(around.redirects)];
    for (const child of bodies) this.graph.connect([this.run(child, given)].filter(isPlace), output);
    for (const word of around.words) this.graph.connect(this.placesOf(word), output);
    for (const child of around.before) this.run(child, []);
    this.redirectOutput(around.redirects, output);
    for (const child of around.after) this.run(child, child.type === 'pipeline' ? [output] : []);
    return output;
  }

  private assignment(node: SyntaxNode): FlowNode {
    const name = node.children.find(({ field }) => field === 'name');
    const value = node.children.find(({ field }) => field === 'value');
    const [variable = ''] = /^\w+/.exec(name === undefined ? '' : this.textOf(name)) ?? [];
    for (const child of node.children) if (child !== value) this.run(child, []);
    if (name === undefined || value === undefined || variable === '') return this.sequence(node, []);
    const isAppended = this.region.text.slice(name.end, value.start).includes('+');
    return this.assign(variable, readWord(value, this.region.text), isAppended, node);
  }

  private assign(variable: string, word: ShellWord, isAppended: boolean, node: SyntaxNode): FlowNode {
    const outer = this.scope;
    this.scope = { start: node.start, end: node.end };
    this.setDefaults(word);
    const place = this.nameOf(variable);
    const from = this.placesOf(word);
    this.graph.connect(from, place);
    const text = (isAppended ? (this.constants.get(place) ?? '') : '') + this.expand(word.text);
    if (word.substitutions.length === 0) {
      this.constants.set(place, text);
      notePath(this.graph, text, place, this.at());
    } else if (text.startsWith('/')) this.constants.set(place, `$()${text}`);
    else this.copyConstant(from, place);
    this.assigned.add(variable);
    this.scope = outer;
    return place;
  }

  /** `export "NAME=value"`, which the grammar has as a word. */
  private declaredWords(node: SyntaxNode): void {
    for (const child of node.children) {
      if (child.type === 'variable_assignment') continue;
      const word = readWord(child, this.region.text);
      const [all, name = '', append] = /^(\w+)(\+?)=/.exec(word.text) ?? [];
      if (all === undefined) continue;
      this.assign(name, { ...word, text: word.text.slice(all.length) }, append === '+', child);
    }
  }

  /** `${NAME:-value}` has this value unless something else is assigned. */
  private setDefaults({ defaults }: ShellWord): void {
    for (const { variable, value } of defaults) {
      const place = this.nameOf(variable);
      this.graph.connect(this.placesOf(value), place);
      if (this.constants.has(place) || value.substitutions.length > 0) continue;
      const text = this.expand(value.text);
      this.constants.set(place, text);
      notePath(this.graph, text, place, this.at());
    }
  }

  private textOf({ start, end }: SyntaxNode): string {
    return this.region.text.slice(start, end);
  }

  private copyConstant(from: readonly FlowNode[], to: FlowNode): void {
    const [only] = from;
    const text = from.length === 1 && only !== undefined ? this.constants.get(only) : undefined;
    if (text !== undefined) this.constants.set(to, text);
  }

  private loopVariable(node: SyntaxNode): void {
    const name = node.children.find(({ field }) => field === 'variable');
    if (name === undefined) return;
    const variable = this.region.text.slice(name.start, name.end);
    for (const value of node.children.filter(({ field }) => field === 'value')) {
      const word = readWord(value, this.region.text);
      this.graph.connect(this.placesOf(word), this.nameOf(variable));
      notePath(this.graph, this.expand(word.text), this.nameOf(variable), this.at());
    }
    this.assigned.add(variable);
  }

  private sequence(node: SyntaxNode, input: readonly FlowNode[]): FlowNode {
    const output = outputOf(this.region, node);
    const outputs = node.children.map((child) => this.run(child, input)).filter(isPlace);
    this.graph.connect(outputs, output);
    this.copyConstant(outputs, output);
    return output;
  }

  private variable(name: string, word: ShellWord): FlowNode {
    const place = this.nameOf(name);
    if (!this.assigned.has(name) && isSecretName(name)) {
      this.assigned.add(name);
      const at = { region: this.region, start: word.start, end: word.end };
      this.graph.sources.push({ kind: 'environment-key', place, detail: name, isPersonal: false, at });
    }
    return place;
  }

  private nameOf(variable: string): FlowNode {
    return `var:${this.region.file.path}:${variable}`;
  }

  private redirectedInput(redirects: readonly Redirect[]): FlowNode[] {
    return redirects.flatMap(({ kind, word }) => {
      if (kind === 'in') return this.opened(word);
      if (kind !== 'text') return [];
      const place = `text:${this.region.file.path}:${this.region.offset + word.start}`;
      this.graph.connect(this.placesOf(word), place);
      if (word.substitutions.length === 0) this.constants.set(place, this.expand(word.text));
      return [place];
    });
  }

  private opened(word: ShellWord): FlowNode[] {
    const content = `content:${this.region.file.path}:${this.region.offset + word.start}`;
    this.graph.connect(this.file(word), content, 'open');
    return [content];
  }

  /** A text that is written to where things are started is a script of its own. */
  private planted(output: FlowNode, place: FlowNode): void {
    const text = this.constants.get(output);
    if (text === undefined) return;
    for (const [path] of text.matchAll(PROGRAM_PATH).take(20)) this.graph.connect([fileNode(path)], place);
    const commands = text.replace(/^Exec\w{0,12}=/gm, '');
    this.inner.push({ language: 'bash', text: commands, offset: this.scope.start, layers: [] });
  }

  /** `cat > file <<END` with a script: it is there to be run by somebody. */
  private writtenScript(output: FlowNode): void {
    const text = this.constants.get(output) ?? '';
    const [, language = ''] = SHEBANG.exec(text) ?? [];
    if (language === '') return;
    const offset = this.scope.start;
    if (/sh$/.test(language)) this.inner.push({ language: 'bash', text, offset, layers: [] });
    if (/^python/.test(language)) this.inner.push({ language: 'python', text, offset, layers: [] });
    if (language === 'node') this.inner.push({ language: 'javascript', text, offset, layers: [] });
  }

  private redirectOutput(redirects: readonly Redirect[], output: FlowNode): void {
    for (const { kind, word } of redirects) {
      this.setDefaults(word);
      if (kind !== 'out') continue;
      // The target may be the output of a command.
      for (const node of word.substitutions) this.sequence(node, []);
      const path = this.expand(word.text);
      const place = fileNode(path);
      this.graph.connect([output], place);
      if (/\/dev\/(?:tcp|udp)\//.test(path)) this.sink('network', place, path);
      this.writtenScript(output);
      const location = locationOf(path);
      if (location?.kind === 'startup') {
        this.sink('startup', place, location.store);
        this.planted(output, place);
      }
      if (location?.kind === 'agent-memory' || location?.kind === 'agent-settings')
        this.sink('agent-file', place, location.store);
    }
  }
}

function isPlace(place: FlowNode): boolean {
  return place !== '';
}

/** The place of what the commands of a node print, whether they have been traced or not. */
export function outputOf({ file, offset, layers }: Region, node: SyntaxNode): FlowNode {
  return `seq:${file.path}:${offset + node.start}:${node.end}:${layers.length}`;
}

/** `$a$b`, if the pieces make the name of a command that fetches or runs. */
function isPutTogether(word: ShellWord | undefined, name: string): boolean {
  return (
    word !== undefined &&
    word.variables.length > 1 &&
    /^(?:curl|wget|nc|bash|sh|zsh|eval|base64|python3?|node|perl)$/.test(name)
  );
}

/** The arguments that `xargs` adds after a command's own words: one word stands for all piped input. */
function pipedArguments({ input, tracer }: ShellStep): ShellWord[] {
  const name = tracer.placeHere('piped').replace(/\W/g, '_');
  tracer.graph.connect(input, `var:${tracer.region.file.path}:${name}`);
  return [
    { text: '', variables: [name], substitutions: [], defaults: [], start: 0, end: 0, isDisguised: false },
  ];
}
