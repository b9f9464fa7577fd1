import type { Region } from '../regions/region.ts';

/** The place of a value: a variable, a file, a pipe, a call. Equal names are the same place. */
export type FlowNode = string;

export type At = { region: Region; start: number; end: number };

export type SourceKind =
  | 'place'
  | 'credential'
  | 'environment'
  | 'environment-key'
  | 'identity'
  | 'project'
  | 'file'
  /** A file that the program itself names, which may be part of the skill's purpose. */
  | 'named-file'
  | 'history'
  | 'surveillance'
  | 'remote'
  /** The party at the other end of a connection. */
  | 'peer'
  | 'decoded';

/**
 * The origin of a value that must not reach certain places. `detail` names it: a store, a variable, a host.
 */
export type FlowSource = { kind: SourceKind; place: FlowNode; detail: string; isPersonal: boolean; at: At };

export type SinkKind = 'network' | 'execution' | 'install' | 'startup' | 'agent-file';

/** `detail` is the URL or host of a network sink if it is written out, or the file of any other sink. */
export type Sink = { kind: SinkKind; place: FlowNode; detail: string; at: At };

/**
 * `open`: the value is a file's name, and its content moves on. `header`: it moves on as a credential.
 * `part`: only one entry of it moves on.
 */
export type FlowStep = 'value' | 'open' | 'header' | 'part';

type Edge = { to: FlowNode; passage: FlowStep };

/** The sources, sinks and edges of all values, over all regions of a skill. */
export class FlowGraph {
  readonly sources: FlowSource[] = [];
  readonly sinks: Sink[] = [];
  /** Words that are spelled so that they are not recognised. */
  readonly disguises: { text: string; at: At }[] = [];
  private readonly edges = new Map<FlowNode, Edge[]>();
  /** Whether edges were left out. */
  isFull = false;
  private size = 0;

  connect(from: readonly FlowNode[], to: FlowNode, passage: FlowStep = 'value'): void {
    for (const place of from) {
      if (this.size++ > MAX_EDGES) {
        this.isFull = true;
        return;
      }
      const edges = this.edges.get(place);
      if (edges === undefined) this.edges.set(place, [{ to, passage }]);
      else edges.push({ to, passage });
    }
  }

  edgesFrom(place: FlowNode): readonly Edge[] {
    return this.edges.get(place) ?? NONE;
  }
}

const NONE: readonly Edge[] = [];
/** More than any script has that a person wrote. */
const MAX_EDGES = 150_000;
