import { serveTasks } from '../../../base/serve-tasks.ts';
import type { Exchange } from '../../../contracts/cassette.ts';
import { canonicalRequest, type RawRequest } from './canonical-request.ts';
import { type CassettePlace, writeExchange } from './cassette-file.ts';

/** An exchange as it came, in plain data. */
export type RawExchange = RawRequest & Pick<Exchange, 'atMs' | 'latencyMs'> & { answer: RawAnswer | null };
export type RawAnswer = Omit<NonNullable<Exchange['answer']>, 'body'> & { body: Uint8Array };

/**
 * An exchange is recorded in two steps, between which the caller hides its keys in the text: no thread but
 * the caller's needs to know them.
 */
export type RecorderTask =
  | { kind: 'render'; raw: RawExchange }
  | { kind: 'write'; place: CassettePlace; isFirst: boolean; exchange: string };

serveTasks((task: RecorderTask): string => {
  if (task.kind === 'render') return JSON.stringify(exchangeFrom(task.raw));
  writeExchange(task.place, JSON.parse(task.exchange), task);
  return task.place.trial;
});

function exchangeFrom({ atMs, latencyMs, answer, ...raw }: RawExchange): Exchange {
  const body = answer === null ? '' : new TextDecoder().decode(answer.body);
  return {
    ...canonicalRequest(raw),
    ...{ atMs, latencyMs },
    answer: answer === null ? null : { ...answer, body },
  };
}
