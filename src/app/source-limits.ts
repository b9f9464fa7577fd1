import { AssayError } from '../base/assay-error.ts';
import { expectation } from '../base/schema-complaint.ts';
import { SourceLimits } from '../contracts/source-limits.ts';

/** The default limits, overridden by assignments of the form "name=value". */
export function sourceLimits(assignments: readonly string[] = []): SourceLimits {
  const given = Object.fromEntries(assignments.map(split));
  const parsed = SourceLimits.safeParse(given, { error: expectation });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') throw unknownLimit(issue.keys.join(', '));
  throw new AssayError('USAGE', `--limit ${issue?.path.join('.')}: expected ${issue?.message}.`);
}

function split(assignment: string): [string, number] {
  const [name = '', value = ''] = assignment.split('=');
  if (!/^\d+(\.\d+)?$/.test(value)) {
    throw new AssayError('USAGE', `--limit takes NAME=NUMBER, as in files=2000, not "${assignment}".`);
  }
  return [name, Number(value)];
}

function unknownLimit(name: string): AssayError {
  const known = Object.keys(SourceLimits.shape).join(', ');
  return new AssayError('USAGE', `There is no limit "${name}". Available: ${known}.`);
}
