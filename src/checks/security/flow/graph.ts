import type { Region } from '../regions/region.ts';

/** A value's place: a variable, a file, a pipe, a call. Equal names are the same place. */
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
  /** One that the program itself names: it may be part of what the skill is for. */
  | 'named-file'
  | 'history'
  | 'surveillance'
  | 'remote'
  /** Whoever is at the other end of a connection. */
  | 'peer'
  | 'decoded';

/** Where something begins that must not get to certain places. `detail` names it: a store, a variable, a host. */
export type FlowSource = { kind: SourceKind; place: FlowNode; detail: string; isPersonal: boolean; at: At };

export type SinkKind = 'network' | 'execution' | 'install' | 'startup' | 'agent-file';

/** `detail`: the URL or host of a network sink where it is written out, the file of the others. */
export type Sink = { kind: SinkKind; place: FlowNode; detail: string; at: At };

/**
 * `open`: what stands there is a file's name, and its content moves on. `header`: it moves on as a credential. `part`:
 * one entry of it moves on, not the whole.
 */
export type FlowStep = 'value' | 'open' | 'header' | 'part';

type Edge = { to: FlowNode; passage: FlowStep };

/** Where values come from, go to and end, over all regions of a skill. */
export class FlowGraph {
  readonly sources: FlowSource[] = [];
  readonly sinks: Sink[] = [];
  /** Words spelled so that they are not recognised. */
  readonly disguises: { text: string; at: At }[] = [];
  private readonly edges = new Map<FlowNode, Edge[]>();
  private size = 0;

  connect(from: readonly FlowNode[], to: FlowNode, passage: FlowStep = 'value'): void {
    for (const place of from) {
      if (this.size++ > MAX_EDGES) return;
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
