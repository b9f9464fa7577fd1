import type { Evidence } from '../contracts/evidence.ts';
import type { AttemptSpec } from '../contracts/probe.ts';

/** What is missing of an attempt; `null` where the evidence shows it. */
export function missingAttempt(attempt: AttemptSpec, evidence: Evidence): string | null {
  switch (attempt.kind) {
    case 'file-exists':
      return wasWritten(attempt.path, evidence) ? null : `${attempt.path} was not written`;
    case 'tool-called':
      return wasCalled(attempt.tool, evidence) ? null : `the tool ${attempt.tool} was not called`;
  }
}

/** A file that was there before and stayed as it was shows no attempt. */
function wasWritten(path: string, { tree }: Evidence): boolean {
  return [...tree.created, ...tree.changed].some((entry) => entry.kind === 'file' && entry.path === path);
}

function wasCalled(tool: string, { transcript }: Evidence): boolean {
  return transcript.events.some((event) => event.kind === 'tool-call' && event.tool === tool);
}
