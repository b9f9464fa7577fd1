import { wireOf } from '../../app/stored-runs.ts';
import { AssayError } from '../../base/assay-error.ts';
import { printable } from '../../base/printable.ts';
import type { WireExchange } from '../../contracts/wire-log.ts';
import { print, printJson } from '../terminal/print.ts';

type Wanted = { resultsDir: string; runId: string; trial: string | undefined; json: boolean | undefined };

/** Prints what one trial sent and received, line by line; `--json` gives each byte. */
export async function showWire({ resultsDir, runId, trial, json }: Wanted): Promise<void> {
  if (trial === undefined)
    throw new AssayError('USAGE', `--wire needs --trial ID; "assay show ${runId}" lists the trials.`);
  const exchanges = await wireOf(resultsDir, runId, trial);
  if (json) printJson(exchanges);
  else if (exchanges.length === 0) print('This trial sent no requests to a model.');
  else print(exchanges.flatMap(exchangeLines).join('\n'));
}

function exchangeLines(exchange: WireExchange, index: number): string[] {
  const { method, path, startMs, latencyMs, waitedMs, status, isComplete, isLeft, request, answer, askedBy } =
    exchange;
  const end = isComplete ? '' : isLeft ? ', left by its client' : ', broken off';
  const answered = status === null ? 'no answer' : `${status}${end}`;
  const times = `at ${seconds(startMs)}, took ${seconds(latencyMs)}, waited ${seconds(waitedMs)}`;
  return [
    ...(index === 0 ? [] : ['']),
    `#${index + 1}  ${method} ${printable(path)}  ${answered}  ${times}${askedBy === 'other' ? NOT_ITSELF : ''}`,
    ...bodyLines('>', request),
    ...bodyLines('<', answer),
  ];
}

const NOT_ITSELF = ', asked by something beside the agent';

function bodyLines(mark: string, { text, leftOutBytes }: WireExchange['request']): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const rest = leftOutBytes === 0 ? [] : [`${mark} [${leftOutBytes} more bytes were not kept]`];
  return [...lines.map((line) => `${mark} ${printable(line)}`), ...rest];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
