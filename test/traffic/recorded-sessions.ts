import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramAgent } from '../../src/agents/agent.ts';
import { AGENTS } from '../../src/agents/registry.ts';
import type { RequestLabel } from '../../src/contracts/side-requests.ts';
import { WireExchange } from '../../src/contracts/wire-log.ts';
import { openAnswerReader } from '../../src/traffic/answer-reader.ts';
import { packPrinted, readPrinted } from '../../src/traffic/printed-events.ts';
import type { ReadTrial } from '../../src/traffic/read-trial.ts';
import { reconcile } from '../../src/traffic/reconcile.ts';
import { RequestLabels } from '../../src/traffic/request-labels.ts';
import type { ModelAnswer, ModelRequest, Wire } from '../../src/traffic/wire.ts';
import { WIRES } from '../../src/traffic/wires.ts';

/** What really went over the wire of a session; what the program always says is shortened. */
export function recordedSession(name: string): WireExchange[] {
  const lines = textOf(name).trim().split('\n');
  return lines.map((line) => WireExchange.parse(JSON.parse(line)));
}

function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'recorded', `${name}.jsonl`), 'utf8');
}

export function programOf(agent: string): ProgramAgent {
  const program = AGENTS.find(({ id }) => id === agent);
  if (program?.kind !== 'program') throw new Error(`${agent} is no program.`);
  return program;
}

/** The labels that the gateway gives to the requests of a session; each is seen before its answer has come. */
export function labelsOf(exchanges: readonly WireExchange[], agent: string, prompt: string): RequestLabel[] {
  const labels = new RequestLabels(prompt, programOf(agent).sideRequests);
  const given = exchanges.map((): RequestLabel => 'work');
  const steps = exchanges.flatMap((exchange, index) => {
    const { startMs, waitedMs, latencyMs } = exchange;
    const request = requestIn(exchange);
    const asks = () => {
      const label = labels.labelOf({}, request);
      labels.sawRequest(request, label);
      given[index] = label ?? 'work';
      return label;
    };
    let label: ReturnType<typeof asks> = null;
    return [
      {
        atMs: startMs,
        take: () => {
          label = asks();
        },
      },
      {
        atMs: startMs + waitedMs + latencyMs,
        take: () => labels.sawAnswer(request, answerIn(exchange), label),
      },
    ];
  });
  for (const { take } of steps.toSorted((a, b) => a.atMs - b.atMs)) take();
  return given;
}

function requestIn({ wire: id, path, request }: WireExchange): ModelRequest {
  const url = new URL(path, 'http://gateway.invalid');
  const read = wireOf(id).readRequest(JSON.parse(request.text), url);
  if ('fault' in read) throw new Error(`The request cannot be read: ${read.fault}`);
  return read;
}

function answerIn({ wire, answer }: WireExchange): ModelAnswer {
  const isStream = !answer.text.startsWith('{');
  const reader = openAnswerReader(wireOf(wire), isStream ? 'text/event-stream' : 'application/json');
  reader.add(Buffer.from(answer.text));
  const read = reader.end(true);
  if (read.answer === null) throw new Error('The answer cannot be read.');
  return read.answer;
}

function wireOf(id: string): Wire {
  const wire = WIRES.find((known) => known.id === id);
  if (wire === undefined) throw new Error(`There is no wire ${id}.`);
  return wire;
}

/** Where what the program printed in the same session, start by start, disagrees with its wire. */
export async function remarksOn(
  { modelCalls, toolCalls }: ReadTrial,
  { agent, printed }: { agent: string; printed: string },
): Promise<string[]> {
  const reader = await programOf(agent).stream?.();
  if (reader === undefined || modelCalls === null) throw new Error('There is nothing to compare.');
  const starts = textOf(printed).split(/^(?={"type":"init")/m);
  const account = await readPrinted(await packPrinted(starts), reader);
  return reconcile(account, { modelCalls, toolCalls }, reader).remarks;
}
