import { hostOf } from '../known/hosts.ts';
import type { Identity } from '../regions/identity.ts';
import type { Signal } from '../signal.ts';
import { plantedVerdict, runVerdict } from './arriving.ts';
import { type Flow, findFlows } from './find-flows.ts';
import type { FlowGraph } from './graph.ts';
import { manyKeys, sentVerdict } from './leaving.ts';
import { type FlowVerdict, signalOf } from './verdict.ts';

/** Turns the flows of a skill into signals, worst first for each sink. */
export function flowSignals(graph: FlowGraph, identity: Identity): Signal[] {
  const { flows, isComplete } = findFlows(graph);
  const signals = flows.flatMap((flow) => {
    const verdict = verdictOf(flow, identity);
    return verdict === null ? [] : [signalOf(flow, verdict)];
  });
  return [
    ...signals,
    ...manyKeys(flows, identity),
    ...disguised(graph),
    ...(isComplete ? [] : cutShort(graph)),
  ];
}

/**
 * People do not write scripts with so many values. Which ones were not followed is not known, so that it is said of
 * each file.
 */
function cutShort({ sources, sinks }: FlowGraph): Signal[] {
  const places = new Map([...sources, ...sinks].map(({ at }) => [at.region.file, at]));
  return [...places.values()].map(({ region, start, end }) => ({
    rule: 'security/unreadable-script',
    severity: 'high',
    title: 'Moves more values than can be followed',
    confidence: 'high',
    region,
    start,
    end,
    polarity: 'asserted',
    isConcrete: true,
  }));
}

function verdictOf(flow: Flow, identity: Identity): FlowVerdict | null {
  switch (flow.sink.kind) {
    case 'network':
      return sentVerdict(flow, hostOf(flow.sink.detail, identity), identity);
    case 'execution':
      return runVerdict(flow, hostOf(flow.source.detail, identity), 0);
    case 'install':
      return runVerdict(flow, hostOf(flow.source.detail, identity), 1);
    case 'startup':
    case 'agent-file':
      return plantedVerdict(flow, hostOf(flow.source.detail, identity));
  }
}

/** Reports disguised words such as `c'u'rl` in a command line. */
function disguised({ disguises }: FlowGraph): Signal[] {
  return disguises.map(({ text, at }) => ({
    rule: 'security/obfuscated-code',
    severity: 'high',
    title: `Spells "${text}" so that it is not recognised`,
    confidence: 'medium',
    region: at.region,
    start: at.start,
    end: at.end,
    polarity: 'asserted',
    isConcrete: true,
  }));
}
