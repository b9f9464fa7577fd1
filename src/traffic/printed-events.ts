import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { z } from 'zod';
import { parseStored } from '../base/parse-stored.ts';
import { Usage } from '../contracts/transcript.ts';
import type { Account, StreamReader } from './agent-account.ts';
import { jsonIn } from './json-in.ts';
import { unpackStored } from './wire-log/read-wire-log.ts';

const compress = promisify(zstdCompress);

/** What each start of an agent program has printed. */
const Printed = z.array(z.string());

/** More lines than an agent prints that stays within its limits; nothing after them is read. */
const MOST_LINES = 100_000;
const MOST_CALLS = 50_000;

export async function packPrinted(printed: readonly string[]): Promise<Uint8Array> {
  return await compress(JSON.stringify(printed));
}

/** Reads the events in what was packed: a line each. Other lines are none of them. */
export function readPrinted(packed: Uint8Array, reader: StreamReader): Account {
  const what = "agent's own events";
  const printed = parseStored(Printed, unpackStored(packed, what).toString(), what);
  const { usage, calls } = reader.read(printed.map(eventsIn));
  // A sum of what was printed may be no number that can be stored.
  return { usage: Usage.safeParse(usage).data ?? null, calls: calls.slice(0, MOST_CALLS) };
}

function eventsIn(text: string): unknown[] {
  const lines = text.split('\n', MOST_LINES).filter((line) => line.startsWith('{'));
  return lines.map(jsonIn).filter((event) => event !== undefined);
}
