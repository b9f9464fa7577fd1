import { expectedFilesOf, expectedValuesOf } from '../contracts/expected-files-of.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import type { LintedSkill, LintedTask } from './linted-task.ts';

/** Something that nobody who works on a task may read. */
export type Secret = {
  /** What it is called, as in `grade/table.csv`. */
  name: string;
  content: Uint8Array;
  /** The path of a file below its folder. What stands in `task.yaml` lies in no folder. */
  path: string;
  folder: 'grade' | 'solution' | 'skill' | null;
  /** Whether it is what is expected, of which a part says something too, and not a program. */
  isAnswer: boolean;
};

export function secretsOfTask({ task, grade, solution }: LintedTask, { withheld }: LintedSkill): Secret[] {
  const expected = new Set(task.graders.flatMap(expectedFilesOf));
  const values = task.graders.flatMap((grader) =>
    expectedValuesOf(grader).map((value): Secret => {
      const content = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      const name = `what the grader "${grader.title}" expects`;
      return { name, content, path: '', folder: null, isAnswer: true };
    }),
  );
  return [
    ...values,
    ...inFolder('grade', grade, (path) => expected.has(path)),
    ...inFolder('solution', solution, (path) => path === 'answer.txt'),
    ...inFolder('skill', withheld, () => false),
  ];
}

function inFolder(
  folder: 'grade' | 'solution' | 'skill',
  files: SkillFolder['files'],
  isAnswer: (path: string) => boolean,
): Secret[] {
  return files.map(({ path, content }) => ({
    ...{ name: `${folder}/${path}`, content, path, folder, isAnswer: isAnswer(path) },
  }));
}
