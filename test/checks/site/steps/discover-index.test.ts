import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH, LEGACY_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../../src/contracts/source-limits.ts';
import {
  ARTIFACT,
  entryFor,
  GOOD_SKILL,
  goodSite,
  indexWith,
  type Page,
  siteOf,
} from '../../../sources/site/well-known-site.ts';
import { checkASite } from '../check-a-site.ts';
import { type Case, expectOutcome, index, json, legacyFormat } from '../expect-outcome.ts';

describe('step 1, the index', () => {
  const gone: Page = { status: 404 };
  const cases: Case[] = [
    ['is missing at both paths', { [CANONICAL_PATH]: gone }, 'wnnnnn', 50, ['1:warn:index-missing']],
    [
      'is at the legacy path only',
      { [CANONICAL_PATH]: gone, [LEGACY_PATH]: indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]) },
      'wppppp',
      93,
      ['1:warn:index-legacy-path'],
    ],
    [
      'is in the v0.1.0 format, at the legacy path',
      { [CANONICAL_PATH]: gone, [LEGACY_PATH]: legacyFormat },
      'wfnnnn',
      21,
      ['1:warn:index-legacy-path', '2:fail:index-schema'],
    ],
    [
      'is broken at the canonical path but valid at the legacy path',
      { [CANONICAL_PATH]: json('{'), [LEGACY_PATH]: json(index) },
      'pfnnnn',
      43,
      ['2:fail:index-json'],
    ],
    [
      'gives a server error at the canonical path but is valid at the legacy path',
      {
        [CANONICAL_PATH]: { status: 500 },
        [LEGACY_PATH]: indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]),
      },
      'wppppp',
      93,
      ['1:warn:index-legacy-path'],
    ],
    [
      'is the site’s catch-all page',
      {
        [CANONICAL_PATH]: json('<!doctype html>', 'text/html'),
        [LEGACY_PATH]: json('<!doctype html>', 'text/html'),
      },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
    [
      'is larger than the limit',
      { [CANONICAL_PATH]: json(' '.repeat(DEFAULT_SOURCE_LIMITS.indexBytes + 1)) },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
    [
      'is redirected within the site',
      {
        [CANONICAL_PATH]: { status: 301, location: '/index.json' },
        '/index.json': indexWith([entryFor(GOOD_SKILL, { url: ARTIFACT })]),
      },
      'pppppp',
      100,
      [],
    ],
    [
      'is redirected in a circle',
      { [CANONICAL_PATH]: { status: 302, location: CANONICAL_PATH } },
      'wnnnnn',
      50,
      ['1:warn:index-missing'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));

  test('that is redirected to another site is a warning, and its URLs are relative to that site', async () => {
    const other = await goodSite();
    const there = other.origin.replace('127.0.0.1', 'other.localhost');
    const { origin } = await siteOf({
      [CANONICAL_PATH]: { status: 302, location: `${there}${CANONICAL_PATH}` },
    });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { steps, findings, report } = await checkASite(origin, { resolve });
    expect({ steps, findings }).toEqual({ steps: 'wppppp', findings: ['1:warn:index-elsewhere'] });
    expect(report.steps[3]?.evidence).toMatchObject({ artifacts: [{ url: `${there}${ARTIFACT}` }] });
  });

  test('is not reported as missing if no server answers', async () => {
    const { origin } = await siteOf({
      [CANONICAL_PATH]: (request) => request.socket.destroy(),
      [LEGACY_PATH]: (request) => request.socket.destroy(),
    });
    await expect(checkASite(origin)).rejects.toMatchObject({ code: 'SOURCE_UNREACHABLE' });
  });

  test('in an internal network is refused, with the option that allows it', async () => {
    const resolve = async () => [{ address: '10.1.2.3', family: 4 }];
    await expect(checkASite('https://inner.example', { resolve })).rejects.toThrow(
      /10\.1\.2\.3.*--allow-private/,
    );
  });
});
