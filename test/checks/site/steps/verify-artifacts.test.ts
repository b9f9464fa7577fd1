import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import { DEFAULT_SOURCE_LIMITS } from '../../../../src/contracts/source-limits.ts';
import {
  ARTIFACT,
  entryFor,
  GOOD_SKILL,
  goodSite,
  indexWith,
  markdown,
  type Page,
  siteOf,
} from '../../../sources/site/well-known-site.ts';
import { checkASite } from '../check-a-site.ts';
import { type Case, expectOutcome } from '../expect-outcome.ts';

describe('step 4, an artifact', () => {
  const at = (url: string): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL, { url })]),
  });
  const cases: Case[] = [
    ['that is missing', { [ARTIFACT]: { status: 404 } }, 'pppfnn', 71, ['4:fail:artifact-missing']],
    ['that is forbidden', { [ARTIFACT]: { status: 403 } }, 'pppfnn', 71, ['4:fail:artifact-missing']],
    [
      'that redirects too often',
      { [ARTIFACT]: { status: 302, location: ARTIFACT } },
      'pppfnn',
      71,
      ['4:fail:artifact-missing'],
    ],
    [
      'that is too large',
      { [ARTIFACT]: markdown('x'.repeat(DEFAULT_SOURCE_LIMITS.downloadBytes + 1)) },
      'pppfnn',
      71,
      ['4:fail:artifact-missing'],
    ],
    [
      'that was changed',
      { [ARTIFACT]: markdown(`${GOOD_SKILL}\n`) },
      'pppfpp',
      80,
      ['4:fail:artifact-digest'],
    ],
    [
      'with a generic content type',
      { [ARTIFACT]: { type: 'application/octet-stream', body: GOOD_SKILL } },
      'pppwpp',
      90,
      ['4:warn:artifact-content-type'],
    ],
    [
      'without a content type',
      { [ARTIFACT]: { body: GOOD_SKILL } },
      'pppwpp',
      90,
      ['4:warn:artifact-content-type'],
    ],
    ['by an absolute path', at(ARTIFACT), 'pppppp', 100, []],
    [
      'after a redirect',
      { ...at('/moved'), '/moved': { status: 308, location: ARTIFACT } },
      'pppppp',
      100,
      [],
    ],
    [
      'in an internal network',
      at('https://10.0.0.1/SKILL.md'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
    [
      'at the cloud metadata address',
      at('https://169.254.169.254/latest/meta-data/'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
    [
      'without TLS elsewhere',
      at('http://host.example/SKILL.md'),
      'pppfnn',
      71,
      ['4:fail:artifact-missing', '4:warn:artifact-origin'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));

  test.each([
    ['other.localhost', 'external'],
    ['sub.site.localhost', 'same-site'],
  ])('at %s is a warning, because it is %s', async (host, origin) => {
    const server = await goodSite();
    const port = new URL(server.origin).port;
    const elsewhere = `http://${host}:${port}${ARTIFACT}`;
    const site = await siteOf({ [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL, { url: elsewhere })]) });
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const { steps, score, report } = await checkASite(site.origin.replace('127.0.0.1', 'site.localhost'), {
      resolve,
    });
    expect({ steps, score }).toEqual({ steps: 'pppwpp', score: 90 });
    expect(report.steps[3]?.evidence).toMatchObject({ artifacts: [{ origin }] });
  });

  test('beyond the limit is counted but not fetched', async () => {
    const entries = ['a', 'b', 'c'].map((name) => entryFor(GOOD_SKILL, { name }));
    const { origin, asked } = await goodSite({ [CANONICAL_PATH]: indexWith(entries) });
    const { report } = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, skills: 2 } });
    expect(asked).toHaveLength(3);
    expect(report.steps[3]?.evidence).toMatchObject({ notProcessed: 1 });
  });

  test('with a signed URL is shown without the signature', async () => {
    const url = `${ARTIFACT}?signature=0123456789`;
    const { origin } = await goodSite({ ...at(url), [url]: markdown(GOOD_SKILL) });
    const { steps, report } = await checkASite(origin);
    expect(steps).toBe('pppppp');
    expect(JSON.stringify(report)).not.toContain('0123456789');
  });

  test.each<[string, Page]>([
    ['never begins', () => null],
    ['stops half-way', (_request, response) => void response.writeHead(200).write('x')],
  ])('that %s is abandoned at the time limit', async (_what, page) => {
    const { origin } = await goodSite({ [ARTIFACT]: page });
    const { steps, findings } = await checkASite(origin, {
      limits: { ...DEFAULT_SOURCE_LIMITS, requestSeconds: 1 },
    });
    expect({ steps, findings }).toEqual({ steps: 'pppfnn', findings: ['4:fail:artifact-missing'] });
  });

  test('is not waited for once another one has used up the time of the whole check', async () => {
    const entries = [entryFor(GOOD_SKILL, { url: '/slow' }), entryFor(GOOD_SKILL, { name: 'later' })];
    const { origin } = await goodSite({ [CANONICAL_PATH]: indexWith(entries), '/slow': () => null });
    const { report } = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, totalSeconds: 2 } });
    expect(report.steps[3]?.evidence).toMatchObject({
      artifacts: [{ failure: 'timeout' }, { failure: 'timeout' }],
    });
  });
});
