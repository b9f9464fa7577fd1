import { type GraderSpec, membersOf, type SingleGraderSpec } from './grader-spec.ts';

/** The whole values that a grader expects, and that stand in the task itself. */
export function expectedValuesOf(spec: GraderSpec): unknown[] {
  return membersOf(spec).flatMap((grader) => {
    if (grader.kind === 'http') return grader.requests.flatMap(({ answer }) => answer.equalsJson ?? []);
    if (grader.kind === 'sqlite') return grader.rows === undefined ? [] : [grader.rows];
    return 'equals' in grader && grader.equals !== undefined ? [grader.equals] : [];
  });
}

/** What a grader looks for as a part of something: texts as they are named, and patterns. */
export type ExpectedParts = { texts: string[]; patterns: string[] };

export function expectedPartsOf(grader: SingleGraderSpec): ExpectedParts {
  if (grader.kind === 'http')
    return { texts: grader.requests.flatMap(({ answer }) => answer.contains), patterns: [] };
  const patterns = 'matches' in grader ? [grader.matches ?? []].flat() : [];
  return { texts: 'contains' in grader ? grader.contains : [], patterns };
}
