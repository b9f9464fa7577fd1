import type { z } from 'zod';
import type { RubricGrader } from '../../contracts/rubric-grader.ts';

const MOST_CRITERIA = 50;
const LONGEST = 2000;

/**
 * So many of the claims have to hold. Authors write some about how the work was done, which no quote of the work can show,
 * and their tools count shares.
 */
const THRESHOLD = 0.75;

/** Graders for which a model decides whether these claims hold: one, unless there are too many claims for it. */
export function judged(title: string, claims: readonly string[]): z.input<typeof RubricGrader>[] {
  return portionsOf(claims).map((criteria, index, { length }) => ({
    kind: 'rubric',
    title: numbered(title, index, length),
    criteria,
    threshold: THRESHOLD,
  }));
}

/** Graders for which a model looks for what must not be so. They are apart from others, which what is not there cannot meet. */
export function judgedNever(title: string, claims: readonly string[]): z.input<typeof RubricGrader>[] {
  return portionsOf(claims).map((never, index, { length }) => ({
    kind: 'rubric',
    title: numbered(title, index, length),
    never,
  }));
}

function portionsOf(claims: readonly string[]): string[][] {
  const criteria = claims.map((claim) =>
    claim.length > LONGEST ? `${claim.slice(0, LONGEST - 1)}…` : claim,
  );
  const count = Math.ceil(criteria.length / MOST_CRITERIA);
  return Array.from({ length: count }, (_, index) =>
    criteria.slice(index * MOST_CRITERIA, (index + 1) * MOST_CRITERIA),
  );
}

function numbered(title: string, index: number, count: number): string {
  return count === 1 ? title : `${title} (${index + 1} of ${count})`;
}
