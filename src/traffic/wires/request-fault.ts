import type { z } from 'zod';
import type { RequestFault } from '../wire.ts';
import { memberOf } from './member-of.ts';

type Issue = z.core.$ZodIssue;

/** The first thing that is wrong with a request, and the path of its field as clients write it. */
export function requestFault({ issues: [first] }: z.ZodError, body: unknown): RequestFault {
  if (first === undefined) return { field: null, fault: 'The body is no request.' };
  const issue = innermost(first);
  const field = issue.path.reduce<string>(addStep, '') || null;
  const expected = [...new Set(expectedBy(issue))].join(' or ');
  return {
    field,
    fault: `${field ?? 'The body'}: expected ${expected}, received ${kindAt(issue.path, body)}.`,
  };
}

function addStep(path: string, step: PropertyKey): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? String(step) : `${path}.${String(step)}`;
}

/**
 * If a field may have several forms, picks the issue of the closest one: the one that
 * goes wrong at the greatest depth.
 */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = firstOfEach(issue)
    .map(innermost)
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  if (inner === undefined || inner.path.length === 0) return issue;
  return { ...inner, path: [...issue.path, ...inner.path] };
}

function expectedBy(issue: Issue): string[] {
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code === 'invalid_union') return firstOfEach(issue).flatMap(expectedBy);
  return [issue.message];
}

function firstOfEach({ errors }: z.core.$ZodIssueInvalidUnion): Issue[] {
  return errors.flatMap((issues) => issues.slice(0, 1));
}

function kindAt(path: readonly PropertyKey[], body: unknown): string {
  const found = path.reduce<unknown>(memberOf, body);
  if (found === undefined) return 'nothing';
  if (found === null) return 'null';
  return Array.isArray(found) ? 'array' : typeof found;
}
