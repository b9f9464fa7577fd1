import { expectedFilesOf } from '../contracts/expected-files-of.ts';
import { expectedPartsOf, expectedValuesOf } from '../contracts/expected-values-of.ts';
import { membersOf, type SingleGraderSpec } from '../contracts/grader-spec.ts';
import type { SkillFolder } from '../contracts/skill.ts';
import { saysMuch } from './information.ts';
import type { LintedSkill, LintedTask } from './linted-task.ts';
import { literalsOf } from './literals-of.ts';

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
  /**
   * Whether it is only a part of what is expected, as in `contains`. The prompt may have to name it, as it names a heading:
   * whoever only repeats the prompt must then fail for something else, which is tried.
   */
  isPart?: boolean;
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
    ...task.graders.flatMap(membersOf).flatMap(partsOf),
    ...inFolder('grade', grade, (path) => expected.has(path)),
    ...inFolder('solution', solution, (path) => path === 'answer.txt'),
    ...inFolder('skill', withheld, () => false),
  ];
}

function partsOf(grader: SingleGraderSpec): Secret[] {
  const { texts, patterns } = expectedPartsOf(grader);
  const telling = [...texts, ...patterns.flatMap(literalsOf)].map(withoutEnds).filter(saysMuch);
  return [...new Set(telling)].map((text) => ({
    ...{ name: `"${text}", for which the grader "${grader.title}" looks`, content: Buffer.from(text) },
    ...{ path: '', folder: null, isAnswer: false, isPart: true },
  }));
}

/** Without the signs around it, which those who hide a text would leave out. */
function withoutEnds(text: string): string {
  const characters = [...text];
  const isTelling = (one: string) => /[\p{L}\p{N}]/u.test(one);
  return characters.slice(characters.findIndex(isTelling), characters.findLastIndex(isTelling) + 1).join('');
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
