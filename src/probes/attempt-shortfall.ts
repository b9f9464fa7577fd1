import { compilePattern } from '../base/compile-pattern.ts';
import type { Evidence } from '../contracts/evidence.ts';
import type { AttemptSpec } from '../contracts/probe.ts';
import { calledTools } from '../contracts/transcript.ts';

type FileExists = Extract<AttemptSpec, { kind: 'file-exists' }>;

/**
 * `unread` means that the agent left the file in a form in which nobody can tell whether it shows the work.
 */
export type Shortfall = { kind: 'missing' | 'unread'; detail: string };

/** What the evidence lacks to show an attempt; `null` if it shows one. */
export function shortfallOf(attempt: AttemptSpec, evidence: Evidence): Shortfall | null {
  switch (attempt.kind) {
    case 'file-exists':
      return fileShortfall(attempt, evidence);
    case 'tool-called':
      return wasCalled(attempt.tool, evidence) ? null : missing(`the tool ${attempt.tool} was not called`);
  }
}

/** A file that existed before and was not changed shows no attempt, nor does one that was only touched. */
function fileShortfall({ path, contains, matches }: FileExists, { tree }: Evidence): Shortfall | null {
  const written = [...tree.created, ...tree.changed].find((entry) => entry.path === path);
  if (written?.kind !== 'file') return missing(`${path} was not written`);
  if (written.size === 0) return missing(`${path} is empty`);
  const text = written.content;
  if (text === null) return { kind: 'unread', detail: `${path} could not be read as text` };
  if (text.trim() === '') return missing(`${path} is empty`);
  const lacks = [
    ...contains.filter((fact) => !text.includes(fact)),
    ...matches.filter((pattern) => !compilePattern(pattern).test(text)),
  ];
  return lacks.length === 0 ? null : missing(`${path} does not tell ${lacks.join(', ')}`);
}

function missing(detail: string): Shortfall {
  return { kind: 'missing', detail };
}

function wasCalled(tool: string, { transcript }: Evidence): boolean {
  return calledTools(transcript).has(tool);
}
