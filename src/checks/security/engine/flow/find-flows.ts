import type { FlowGraph, FlowNode, FlowSource, FlowStep, Sink, SourceKind } from './graph.ts';

/**
 * A path from a source to a sink. `asHeader`: on the way it became a header of a request, as a service's own
 * key does.
 */
export type Flow = Way & {
  /** One of the user's keys goes to the same sink as a header, so the user has an account there. */
  hasAccount: boolean;
};

type Way = { source: FlowSource; sink: Sink; asHeader: boolean };

/**
 * The state of a value on its way: it is the name of a file until something opens it, and then the content.
 */
type State = { place: FlowNode; isName: boolean; asHeader: boolean };

/**
 * The limit for all walks together: far more than a skill needs, and it stops a skill that is made to have no
 * end.
 */
const MAX_STEPS = 600_000;
const MAX_FLOWS = 20_000;

type Budget = { steps: number; flows: number };

/** `isComplete`: the limits sufficed to follow all values. */
export type FoundFlows = { flows: Flow[]; isComplete: boolean };

/** Finds every sink that a source reaches. Each walk visits a place at most once per state. */
export function findFlows(graph: FlowGraph): FoundFlows {
  if (graph.sinks.length === 0) return { flows: [], isComplete: !graph.isFull };
  const sinksAt = Map.groupBy(graph.sinks, ({ place }) => place);
  const budget: Budget = { steps: MAX_STEPS, flows: MAX_FLOWS };
  const ways = [...byPlace(graph.sources).values()].flatMap((sources) =>
    flowsFrom(sources, graph, sinksAt, budget),
  );
  const logins = ways.filter(({ source, asHeader }) => asHeader && source.kind === 'environment-key');
  const accounts = new Set(logins.map(({ sink }) => sink));
  const flows = ways.map((way) => ({ ...way, hasAccount: accounts.has(way.sink) }));
  return { flows, isComplete: !graph.isFull && budget.steps > 0 && budget.flows > 0 };
}

/** Sources at the same place take the same paths, so these are walked once. */
function byPlace(sources: readonly FlowSource[]): Map<string, FlowSource[]> {
  return Map.groupBy(sources, (source) => `${isName(source.kind)} ${isWhole(source)} ${source.place}`);
}

/**
 * Only the whole matters: picking one setting from an environment or a file is how programs are configured.
 */
function isWhole({ kind, detail }: FlowSource): boolean {
  return kind === 'environment' || kind === 'file' || (kind === 'place' && detail === '.env');
}

function isName(kind: SourceKind): boolean {
  return kind === 'place';
}

function flowsFrom(
  sources: FlowSource[],
  graph: FlowGraph,
  sinksAt: ReadonlyMap<FlowNode, Sink[]>,
  budget: Budget,
): Way[] {
  const [first] = sources;
  if (first === undefined) return [];
  const flows: Way[] = [];
  const seen = new Set<string>();
  const queue: State[] = [{ place: first.place, isName: isName(first.kind), asHeader: false }];
  for (let state = queue.pop(); state !== undefined && budget.steps-- > 0; state = queue.pop()) {
    const key = `${state.isName} ${state.asHeader} ${state.place}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { asHeader } = state;
    if (!state.isName)
      for (const sink of sinksAt.get(state.place) ?? [])
        for (const source of sources) {
          if (budget.flows-- <= 0) return flows;
          flows.push({ source, sink, asHeader });
        }
    for (const { to, passage } of graph.edgesFrom(state.place))
      if (passage !== 'part' || !isWhole(first)) queue.push(next(state, to, passage));
  }
  return flows;
}

function next({ isName, asHeader }: State, place: FlowNode, passage: FlowStep): State {
  return { place, isName: isName && passage !== 'open', asHeader: asHeader || passage === 'header' };
}
