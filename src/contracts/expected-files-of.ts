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
