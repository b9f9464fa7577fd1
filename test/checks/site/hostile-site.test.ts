import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CANONICAL_PATH } from '../../../src/checks/site/reading/discovery.ts';
import { DEFAULT_SOURCE_LIMITS, type SourceLimits } from '../../../src/contracts/source-limits.ts';
import {
  ARTIFACT,
  entryFor,
  GOOD_SKILL,
  goodSite,
  indexWith,
  type Page,
} from '../../sources/site/well-known-site.ts';
import { checkASite } from './check-a-site.ts';

/** Beyond what may be read, and a thousandth of it on the wire. */
const BOMB = gzipSync(Buffer.alloc(DEFAULT_SOURCE_LIMITS.downloadBytes + 1));

const bomb: Page = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(BOMB);
};
const endless: Page = (_request, response) => {
  response.on('drain', () => fill(response));
  fill(response);
};
const dripping: Page = (_request, response) => {
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

function fill(response: ServerResponse): void {
  while (response.write(' '.repeat(65_536)));
}

async function outcomeOf(over: Record<string, Page>, limits: Partial<SourceLimits> = {}) {
  const { origin } = await goodSite(over);
  const outcome = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, ...limits } });
  const { steps, findings, report } = outcome;
  const [discovery, , , artifacts] = report.steps.map(({ evidence }) => evidence);
  return { steps, findings, discovery, artifacts };
}

const CASES: [what: string, page: Page, failure: string, limits?: Partial<SourceLimits>][] = [
  ['never ends', endless, 'too-large'],
  ['is a decompression bomb', bomb, 'too-large'],
  ['drips', dripping, 'timeout', { requestSeconds: 1 }],
  ['never begins', () => null, 'timeout', { requestSeconds: 1 }],
  ['redirects to an internal network', { status: 302, location: 'https://192.168.0.1/x' }, 'address-refused'],
  [
    'redirects to a cloud metadata address',
    { status: 307, location: 'https://169.254.169.254/' },
    'address-refused',
  ],
  ['redirects to a file', { status: 302, location: 'file:///etc/passwd' }, 'scheme-refused'],
  ['redirects to an invalid URL', { status: 302, location: 'https://[' }, 'redirect-broken'],
];

describe('an index that', () => {
  test.each(CASES)('%s is not an index, and the evidence says why', async (_what, page, failure, limits) => {
    const { steps, findings, discovery } = await outcomeOf({ [CANONICAL_PATH]: page }, limits);
    expect({ steps, findings }).toEqual({ steps: 'wnnnnn', findings: ['1:warn:index-missing'] });
    expect(discovery).toMatchObject({ paths: [{ failure }, { httpStatus: 404 }], selected: null });
  });

  test('lists thousands of skills has only the allowed number fetched', async () => {
    const entries = Array.from({ length: 3000 }, (_, index) => entryFor(GOOD_SKILL, { name: `s-${index}` }));
    const { origin, asked } = await goodSite({ [CANONICAL_PATH]: indexWith(entries) });
    const { report } = await checkASite(origin, { limits: { ...DEFAULT_SOURCE_LIMITS, skills: 5 } });
    expect(asked.filter((path) => path === ARTIFACT)).toHaveLength(5);
    expect(report.steps[3]?.evidence).toMatchObject({ notProcessed: 2995 });
  });
});

describe('an artifact that', () => {
  test.each(CASES)(
    '%s counts as missing, and the evidence says why',
    async (_what, page, failure, limits) => {
      const { steps, findings, artifacts } = await outcomeOf({ [ARTIFACT]: page }, limits);
      expect(steps).toBe('pppfnn');
      expect(findings).toContain('4:fail:artifact-missing');
      expect(artifacts).toMatchObject({ artifacts: [{ failure, actualDigest: null, digestMatches: null }] });
    },
  );

  test('is the site’s catch-all page does not match what was announced', async () => {
    const page: Page = { type: 'text/html', body: '<!doctype html><title>Welcome</title>' };
    const { findings } = await outcomeOf({ [ARTIFACT]: page });
    expect(findings).toEqual(
      expect.arrayContaining([
        '4:fail:artifact-digest',
        '4:warn:artifact-content-type',
        '5:fail:frontmatter-invalid',
      ]),
    );
  });
});

test('headers of a server are not in the evidence', async () => {
  const page: Page = (_request, response) => {
    response.setHeader('set-cookie', 'session=c0okie').setHeader('authorization', 'Bearer t0ken');
    response.setHeader('content-type', 'application/json').end('{"skills": []}');
  };
  const { origin } = await goodSite({ [CANONICAL_PATH]: page });
  const { report } = await checkASite(origin);
  expect(report.verdict).toBe('fail');
  expect(JSON.stringify(report)).not.toMatch(/c0okie|t0ken/);
});
