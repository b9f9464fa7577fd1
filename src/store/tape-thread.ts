import type { ServiceExchange, ServiceRequest } from '../contracts/service-exchange.ts';
import { serveTasks } from '../threads/serve-tasks.ts';
import { type RecordedTape, readTape } from './recorded-tape.ts';

/** A request of a trial, and how many of its kind came before; or nothing but whether the tape can be read. */
export type TapeTask =
  | { kind: 'check'; file: string }
  | { kind: 'find'; file: string; request: ServiceRequest; occurrence: number };

/** The number of tapes kept in memory; others are read again when they are needed. */
const MAX_TAPES = 16;
const tapes = new Map<string, RecordedTape>();

serveTasks((task: TapeTask): ServiceExchange | null => {
  if (task.kind === 'find') return tapeOf(task.file).find(task.request, task.occurrence);
  readTape(task.file);
  return null;
});

function tapeOf(file: string): RecordedTape {
  const tape = tapes.get(file) ?? readTape(file);
  tapes.delete(file);
  tapes.set(file, tape);
  const [oldest] = tapes.keys();
  if (tapes.size > MAX_TAPES && oldest !== undefined) tapes.delete(oldest);
  return tape;
}
