import { AssayError } from '../../base/assay-error.ts';
import type { Files, SuiteDraft, TaskDraft } from '../foreign-format.ts';

/** How much a draft of a suite is. A file counts once for each place that it is written to. */
export type DraftSize = { tasks: number; files: number; bytes: number; characters: number };

/** More than the tasks of one skill need, and little enough for one process and one disk. */
const MOST_OF_A_DRAFT: DraftSize = {
  tasks: 1000,
  files: 20_000,
  bytes: 256 * 1024 * 1024,
  characters: 8_000_000,
};

/**
 * What a foreign source may become. A few kilobytes can name the same folder or the same text thousands of times, so that no
 * limit on the source limits the suite that is made of it.
 */
export class DraftBudget {
  readonly #limits: DraftSize;
  #kept: DraftSize = NOTHING;
  /** What the task that is being made has so far, with what was made on the way to it. */
  #reserved: DraftSize = NOTHING;

  constructor(limits: DraftSize = MOST_OF_A_DRAFT) {
    this.#limits = limits;
  }

  /** Counts a part of a task before it is made. `place` is what a refusal names. */
  reserve(part: Partial<DraftSize>, place: string): void {
    this.#reserved = sumOf(this.#reserved, { ...NOTHING, ...part });
    this.#requireRoom(place);
  }

  /** Counts a finished task, which takes the place of what was reserved for it. */
  keep(task: TaskDraft): TaskDraft {
    this.#reserved = NOTHING;
    this.#kept = sumOf(this.#kept, sizeOfTask(task));
    this.#requireRoom(`the task ${task.task.id}`);
    return task;
  }

  /** Counts files that belong to the suite and to no task. */
  keepFiles(files: Files, place: string): void {
    this.#kept = sumOf(this.#kept, { ...NOTHING, ...sizeOfFiles(files) });
    this.#requireRoom(place);
  }

  #requireRoom(place: string): void {
    const wanted = sumOf(this.#kept, this.#reserved);
    for (const [unit, limit] of Object.entries(this.#limits))
      if (Reflect.get(wanted, unit) > limit) throw tooMuch(limit, unit, place);
  }
}

/** Refuses a finished draft that is larger than it may be, whatever its reader has counted. */
export function requireModestDraft(draft: SuiteDraft, limits?: DraftSize): void {
  const budget = new DraftBudget(limits);
  for (const task of draft.tasks) budget.keep(task);
  budget.keepFiles([...draft.skill, ...draft.environment], 'the files of the suite');
  budget.reserve({ characters: charactersIn([draft.suite, draft.triggers]) }, 'the suite itself');
}

/** The number of files and their bytes. */
export function sizeOfFiles(files: Files): Pick<DraftSize, 'files' | 'bytes'> {
  return { files: files.length, bytes: files.reduce((sum, { content }) => sum + content.length, 0) };
}

function sizeOfTask({ task, script, lacks, ...folders }: TaskDraft): DraftSize {
  const { workspace, grade, solution, environment = [], turns = [] } = folders;
  const sizes = [workspace, grade, solution, environment, turns].map(sizeOfFiles);
  return {
    tasks: 1,
    files: sizes.reduce((sum, { files }) => sum + files, 0),
    bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    characters: charactersIn([task, script, lacks]),
  };
}

/** The length of all texts and names in a value; anything else counts as one character. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + charactersIn(one), 0);
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + charactersIn(one), 0);
}

const NOTHING: DraftSize = { tasks: 0, files: 0, bytes: 0, characters: 0 };

function sumOf(a: DraftSize, b: DraftSize): DraftSize {
  return {
    tasks: a.tasks + b.tasks,
    files: a.files + b.files,
    bytes: a.bytes + b.bytes,
    characters: a.characters + b.characters,
  };
}

function tooMuch(limit: number, unit: string, place: string): AssayError {
  const most = `${limit.toLocaleString('en-US')} ${unit}`;
  return new AssayError(
    'INPUT_INVALID',
    `Expected tasks that come to at most ${most}, with each file and text counted as often as it is used, found more at ${place}. Nothing is written. Import fewer tasks at once, or let them use less.`,
  );
}
