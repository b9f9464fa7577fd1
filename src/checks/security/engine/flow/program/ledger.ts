import type { Region } from '../../regions/region.ts';
import type { ParsedLanguage, SyntaxNode } from '../../syntax/script-parser.ts';
import type { At, FlowGraph, FlowNode, SinkKind, SourceKind } from '../graph.ts';
import type { InnerCode } from '../inner-code.ts';
import { isSecretName, notePath } from '../naming/names.ts';

/** Traces code that was found as a text in the program. Returns the place of its output, if it is known. */
export type InnerRunner = (inner: InnerCode) => FlowNode | null;

export type Origin = { region: Region; language: ParsedLanguage; graph: FlowGraph; runInner: InnerRunner };

const VARIABLE_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
/** Longer texts are paths only if they have no blanks. */
const MAX_PATH = 400;
/** Environment variables that identify a machine and its user. */
const IDENTITY_NAME = /^(?:USER|LOGNAME|USERNAME|HOSTNAME|COMPUTERNAME)$/;

/** Everything known about one program while it is traced, and the methods to record what it does. */
export class Ledger {
  readonly region: Region;
  readonly language: ParsedLanguage;
  readonly graph: FlowGraph;
  readonly runInner: InnerRunner;
  /** Separates the places of this text from those of others in the same file. */
  readonly prefix: string;
  /** The full names and written-out texts that variables hold. */
  readonly names = new Map<FlowNode, string>();
  readonly texts = new Map<FlowNode, string>();
  /** The paths of files that were opened for writing, by the place of the handle. */
  readonly opened = new Map<FlowNode, string>();

  constructor({ region, language, graph, runInner }: Origin) {
    this.region = region;
    this.language = language;
    this.graph = graph;
    this.runInner = runInner;
    this.prefix = `${region.file.path}+${region.offset}~${region.layers.length}`;
  }

  raw(node: SyntaxNode): string {
    return this.region.text.slice(node.start, node.end);
  }

  place(label: string, node: SyntaxNode): FlowNode {
    return `${label}:${this.prefix}:${node.start}:${node.end}`;
  }

  at(node: SyntaxNode): At {
    return { region: this.region, start: node.start, end: node.end };
  }

  source(kind: SourceKind, place: FlowNode, detail: string, node: SyntaxNode, isPersonal = false): void {
    this.graph.sources.push({ kind, place, detail, isPersonal, at: this.at(node) });
  }

  sink(kind: SinkKind, place: FlowNode, detail: string, node: SyntaxNode): void {
    this.graph.sinks.push({ kind, place, detail, at: this.at(node) });
  }

  /** A text that names a guarded place or a secret variable starts a flow where something opens it. */
  noteText(text: string, node: SyntaxNode): FlowNode[] {
    const place = this.place('text', node);
    const before = this.graph.sources.length;
    if (text.length <= MAX_PATH || !/\s/.test(text)) notePath(this.graph, text, place, this.at(node));
    if (VARIABLE_NAME.test(text) && isSecretName(text)) this.source('place', place, text, node);
    return this.graph.sources.length > before ? [place] : [];
  }

  /** One variable of the environment, by name. */
  noteVariable(name: string, place: FlowNode, node: SyntaxNode): void {
    if (IDENTITY_NAME.test(name)) this.source('identity', place, 'who and where this machine is', node);
    if (isSecretName(name)) this.source('environment-key', place, name, node);
  }
}
