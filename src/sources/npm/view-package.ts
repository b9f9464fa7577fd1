import { z } from 'zod';
import { AssayError } from '../../base/assay-error.ts';
import { runNpm } from './run-npm.ts';

/** npm waits for minutes by default, for a registry that may not be there at all. */
const LIMIT_MS = 2 * 60_000;
const RETRIES = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000'];

export type ViewedPackage = { version: string; integrity: string };

/** The version that a package spec stands for, as the registry of the user's npm says; `null` if it has none. */
export async function viewPackage(spec: string, signal: AbortSignal): Promise<ViewedPackage | null> {
  const fields = ['version', 'dist.integrity'];
  const result = await runNpm(['view', spec, ...fields, '--json', ...RETRIES], { signal, limitMs: LIMIT_MS });
  const answer = parsed(result.stdout);
  if (!result.failed) return viewed(spec, answer);
  const refusal = Refusal.safeParse(answer);
  if (refusal.data?.error.code === 'E404') return null;
  const reason = refusal.data?.error.summary ?? (result.stderr.trim() || result.message);
  throw new AssayError('SOURCE_UNREACHABLE', `npm could not ask its registry about ${spec}: ${reason}`, {
    cause: result,
  });
}

const Refusal = z.object({ error: z.object({ code: z.string().nullish(), summary: z.string() }) });

const Viewed = z.object({ version: z.string(), 'dist.integrity': z.string().default('') });

/** A range or a word such as "x" stands for several versions, and npm answers with a list. */
function viewed(spec: string, answer: unknown): ViewedPackage | null {
  if (answer === null) return null;
  const { success, data } = Viewed.safeParse(answer);
  const integrity = /(?:^|\s)(sha512-[A-Za-z0-9+/]{86}==)(?:\s|$)/.exec(data?.['dist.integrity'] ?? '')?.[1];
  if (success && integrity !== undefined) return { version: data.version, integrity };
  const expected = 'expected one version with its SHA-512';
  const found = Array.isArray(answer) ? `${answer.length} versions` : JSON.stringify(answer).slice(0, 200);
  throw new AssayError('SOURCE_UNREACHABLE', `npm's answer about ${spec}: ${expected}, found ${found}`);
}

/** Older versions of npm say nothing at all about a version that is not there. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
