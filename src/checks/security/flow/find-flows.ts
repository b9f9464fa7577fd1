import type { FlowGraph, FlowNode, FlowSource, FlowStep, Sink, SourceKind } from './graph.ts';

/** A way from a source to a sink. `asHeader`: on the way it became a request's header, as an own key does. */
export type Flow = Way & {
  /** A key of the user's goes to the same sink as a header: there is an account. */
  hasAccount: boolean;
};

type Way = { source: FlowSource; sink: Sink; asHeader: boolean };

/** What a value is on its way: a file's name until something opens it, and then content. */
type State = { place: FlowNode; isName: boolean; asHeader: boolean };

/** Over all walks: far more than a skill needs, and an end for one that is made to have none. */
const MAX_STEPS = 600_000;
const MAX_FLOWS = 200;

/** Every sink that a source reaches. Each walk visits a place at most once per state. */
export function findFlows(graph: FlowGraph): Flow[] {
  if (graph.sinks.length === 0) return [];
  const sinksAt = Map.groupBy(graph.sinks, ({ place }) => place);
  const budget = { steps: MAX_STEPS };
  const ways = [...byPlace(graph.sources).values()].flatMap((sources) =>
    flowsFrom(sources, graph, sinksAt, budget),
  );
  const logins = ways.filter(({ source, asHeader }) => asHeader && source.kind === 'environment-key');
  const accounts = new Set(logins.map(({ sink }) => sink));
  return ways.map((way) => ({ ...way, hasAccount: accounts.has(way.sink) }));
}

/** Sources at one place take the same ways, so they are walked once. */
function byPlace(sources: readonly FlowSource[]): Map<string, FlowSource[]> {
  return Map.groupBy(sources, (source) => `${isName(source.kind)} ${isWhole(source)} ${source.place}`);
}

/** What matters of it is the whole: one setting picked from an environment or a file is how programs are set up. */
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
  budget: { steps: number },
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
    if (!state.isName && flows.length < MAX_FLOWS)
      for (const sink of sinksAt.get(state.place) ?? [])
        flows.push(...sources.slice(0, MAX_FLOWS).map((source) => ({ source, sink, asHeader })));
    for (const { to, passage } of graph.edgesFrom(state.place))
      if (passage !== 'part' || !isWhole(first)) queue.push(next(state, to, passage));
  }
  return flows;
}

function next({ isName, asHeader }: State, place: FlowNode, passage: FlowStep): State {
  return { place, isName: isName && passage !== 'open', asHeader: asHeader || passage === 'header' };
}
