import type { DraftBudget } from '../drafting/draft-budget.ts';
import { textOrNull } from '../drafting/file-text.ts';
import type { Files } from '../foreign-format.ts';
import type { TaskConfig } from '../harbor/task-config.ts';
import type { PromptSections } from './prompt-sections.ts';

/**
 * What the agent is asked, scene by scene. The task itself is part of the first; each has the texts of its role, of the scene
 * and of the turn, in the order in which BenchFlow appends them.
 */
export function scenesOf(
  config: TaskConfig,
  sections: PromptSections,
  { files, budget, place }: { files: Files; budget: DraftBudget; place: string },
): string[] {
  const base = joined([sections.get('prompt') ?? sections.get('')]);
  const text = (kind: 'role' | 'scene', name: string | null | undefined) =>
    name == null
      ? undefined
      : (sections.get(`${kind}:${name.toLowerCase()}`) ?? promptFile(kind, name, files));
  const turns = (config.scenes ?? []).flatMap((scene) =>
    (scene.turns ?? [null]).map((turn) => {
      const parts = [text('role', roleOf(turn)), text('scene', scene.name), turn?.prompt ?? undefined];
      budget.reserve({ characters: parts.reduce((sum, part) => sum + (part?.length ?? 0), 1) }, place);
      return joined(parts);
    }),
  );
  const [first = '', ...later] = turns;
  return [joined([base, first]), ...later].filter((prompt, index) => index === 0 || prompt !== '');
}

function roleOf(turn: object | null): string | null {
  const role: unknown = turn === null ? null : Reflect.get(turn, 'role');
  return typeof role === 'string' ? role : null;
}

/** Roles and scenes may lie in files of their own. */
function promptFile(kind: 'role' | 'scene', name: string, files: Files): string | undefined {
  const paths = [`prompts/${kind}.${name}.md`, `prompts/${kind}s/${name}.md`, `prompts/${name}.md`];
  const file = files.find(({ path }) => paths.includes(path));
  return file === undefined ? undefined : (textOrNull(file.content) ?? undefined)?.trim();
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}
