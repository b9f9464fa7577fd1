import { type GraderSpec, membersOf, type SingleGraderSpec } from './grader-spec.ts';

/** Files of `grade/` that a grader expects, by their paths below it. */
export function expectedFilesOf(spec: GraderSpec): string[] {
  return membersOf(spec).flatMap(expectedFilesOfOne);
}

function expectedFilesOfOne(grader: SingleGraderSpec): string[] {
  const files = [
    'schemaFile' in grader ? grader.schemaFile : undefined,
    'equalsFile' in grader ? grader.equalsFile : undefined,
    'rowsFile' in grader ? grader.rowsFile : undefined,
    'likeFile' in grader ? grader.likeFile : undefined,
  ];
  return files.filter((file) => file !== undefined);
}

/** The whole values that a grader expects, and that stand in the task itself. */
export function expectedValuesOf(spec: GraderSpec): unknown[] {
  return membersOf(spec).flatMap((grader) => {
    if (grader.kind === 'http') return grader.requests.flatMap(({ answer }) => answer.equalsJson ?? []);
    if (grader.kind === 'sqlite') return grader.rows === undefined ? [] : [grader.rows];
    return 'equals' in grader && grader.equals !== undefined ? [grader.equals] : [];
  });
}
