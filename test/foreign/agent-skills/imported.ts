import { AGENT_SKILLS } from '../../../src/foreign/agent-skills/agent-skills.ts';
import { DraftBudget } from '../../../src/foreign/drafting/draft-budget.ts';
import type { Files, ForeignSource } from '../../../src/foreign/foreign-format.ts';

export function filesOf(files: Record<string, string>): Files {
  return Object.entries(files).map(([path, text]) => ({
    path,
    executable: false,
    content: Buffer.from(text),
  }));
}

/** Imports a skill called "tables" with these evals. */
export function imported(
  evals: unknown,
  files: Record<string, string> = {},
  change: Partial<ForeignSource> = {},
) {
  const all = filesOf({
    'SKILL.md': '---\nname: tables\n---\n',
    'evals/evals.json': JSON.stringify(evals),
    ...files,
  });
  const source = { files: all, entry: null, skill: all, skillName: 'tables', ...change };
  return AGENT_SKILLS.read(source, new DraftBudget());
}

/** The one task that comes from an eval with these fields, and the losses on the way. */
export function importedEval(fields: object, files: Record<string, string> = {}) {
  const { draft, losses } = imported({ evals: [{ id: 1, prompt: 'Make a table.', ...fields }] }, files);
  return { draft: draft.tasks[0], graders: draft.tasks[0]?.task.graders ?? [], losses };
}
