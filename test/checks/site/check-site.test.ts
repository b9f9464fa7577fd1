import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH, SCHEMA_URI } from '../../../src/checks/site/reading/discovery.ts';
import { ARTIFACT, GOOD_SKILL, goodSite } from '../../sources/site/well-known-site.ts';
import { checkASite } from './check-a-site.ts';
import { expectOutcome } from './expect-outcome.ts';

describe('a clean site', () => {
  test('passes with a score of 100', async () => {
    await expectOutcome(['', {}, 'pppppp', 100, []]);
  });

  test('is asked only for its index and its artifact', async () => {
    const { origin, asked } = await goodSite();
    await checkASite(origin);
    expect(asked).toEqual([CANONICAL_PATH, ARTIFACT]);
  });

  test('leaves the documented evidence, and no text of its skills', async () => {
    const { origin } = await goodSite();
    const { report } = await checkASite(origin);
    expect(report.steps.map(({ evidence }) => evidence)).toMatchObject([
      {
        paths: [{ path: CANONICAL_PATH, httpStatus: 200, contentType: 'application/json', failure: null }],
        selected: CANONICAL_PATH,
      },
      { schemaUri: SCHEMA_URI, skills: 1, validSkills: 1, unknownFields: 0 },
      { invalid: 0, warned: 0, first: [] },
      {
        artifacts: [
          {
            skill: 'tidy',
            url: `${origin}${ARTIFACT}`,
            origin: 'same-origin',
            digestMatches: true,
            bytes: GOOD_SKILL.length,
          },
        ],
        notProcessed: 0,
      },
      { skills: [{ kind: 'skill-md', skill: 'tidy', frontmatterValid: true, missingCues: [] }] },
      { injections: 0, credentials: 0, externalUrls: 0, crossOriginArtifacts: 0 },
    ]);
    expect(JSON.stringify(report)).not.toContain('Sort its rows');
  });
});
