import type { Account } from '../traffic/agent-account.ts';
import { packPrinted, readPrinted } from '../traffic/printed-events.ts';
import { streamReaderOf } from './registry.ts';

/** What the starts of an agent program printed, and the secret that it was given, which is not kept. */
export type PrintedByAgent = { agent: string; printed: readonly string[]; secret: string };

/** What was printed, as it is stored, and what the agent says there about its work. */
export type PackedAccount = { packed: Uint8Array; account: Account | null };

export async function readAccount({ agent, printed, secret }: PrintedByAgent): Promise<PackedAccount> {
  const packed = await packPrinted(printed.map((text) => text.replaceAll(secret, '[token]')));
  const reader = await streamReaderOf(agent);
  return { packed, account: reader === null ? null : readPrinted(packed, reader) };
}
