import { digestOf } from '../../src/base/digest.ts';
import type { Evidence, TreeEntry } from '../../src/contracts/evidence.ts';
import type { TranscriptEvent } from '../../src/contracts/transcript.ts';

/** Evidence of a trial in which nothing happened, but for what is given. */
export function evidenceOf(seen: Partial<Evidence>): Evidence {
  return {
    agentEnd: 'finished',
    seconds: 1,
    usage: { inputTokens: 10, outputTokens: 5 },
    requests: 1,
    transcript: { events: [] },
    sightings: [],
    tree: { created: [], changed: [], deleted: [] },
    canaries: [],
    decoyCalls: [],
    skillsVisible: [],
    skillUnchanged: null,
    ...seen,
  };
}

export function fileEntry(path: string, content: string | null): TreeEntry {
  const size = content?.length ?? 1_000_000;
  return { path, kind: 'file', mode: 0o644, size, digest: digestOf(content ?? ''), target: null, content };
}

export function said(text: string): TranscriptEvent {
  return { kind: 'assistant', atMs: 0, text, usage: { inputTokens: 1, outputTokens: 1 } };
}

export function called(tool: string, input: Record<string, unknown>): TranscriptEvent {
  return { kind: 'tool-call', atMs: 0, id: 'call-1', tool, input };
}

export function returned(output: string): TranscriptEvent {
  return { kind: 'tool-result', atMs: 0, id: 'call-1', output, isError: false, truncated: false };
}
