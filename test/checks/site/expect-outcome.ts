import { expect } from 'vitest';
import { SCHEMA_URI } from '../../../src/checks/site/reading/discovery.ts';
import {
  DESCRIPTION,
  entryFor,
  GOOD_SKILL,
  goodSite,
  type Page,
} from '../../sources/site/well-known-site.ts';
import { checkASite } from './check-a-site.ts';

/** A site that differs from a clean one in these pages, and what is said of it. */
export type Case = [
  what: string,
  over: Record<string, Page>,
  steps: string,
  score: number,
  findings: string[],
];

export async function expectOutcome([, over, steps, score, findings]: Case): Promise<void> {
  const { origin } = await goodSite(over);
  const outcome = await checkASite(origin);
  expect({ steps: outcome.steps, score: outcome.score, findings: outcome.findings }).toEqual({
    steps,
    score,
    findings,
  });
  expect(outcome.verdict).toBe(steps.includes('f') ? 'fail' : steps.includes('w') ? 'warn' : 'pass');
}

export const json = (body: string, type = 'application/json'): Page => ({ type, body });
export const index = JSON.stringify({ $schema: SCHEMA_URI, skills: [entryFor(GOOD_SKILL)] });
export const legacyFormat = json(
  JSON.stringify({ skills: [{ name: 'tidy', description: DESCRIPTION, files: ['SKILL.md'] }] }),
);
