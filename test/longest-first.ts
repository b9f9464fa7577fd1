import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders whose files take longest, because they run the whole product, or a whole agent, in real sandboxes. */
const LONGEST = ['hostile', 'cli', 'agents/programs'];

/**
 * Starts the files that take longest first, so that no worker is left with one of them in the end. A clean
 * checkout has no times of an earlier run, and vitest would go by the size of the files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return rank === -1 ? LONGEST.length : rank;
}
