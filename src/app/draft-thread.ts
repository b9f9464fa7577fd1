import { type DraftTask, type ReadDraft, readDraft } from '../foreign/read-draft.ts';
import { serveTasks } from '../threads/serve-tasks.ts';

/** The result of this thread. */
export type DraftAnswer = ReadDraft;

serveTasks((task: DraftTask): DraftAnswer => readDraft(task));
