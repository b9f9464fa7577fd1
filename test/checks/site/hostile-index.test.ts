import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSite } from '../../../src/checks/site/check-site.ts';
import { SCHEMA_URI } from '../../../src/checks/site/reading/discovery.ts';
import { SiteReport } from '../../../src/contracts/site-report.ts';
import { answer, observationOf } from './observation.ts';

/** Values that mean something in an index beside any JSON at all. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    SCHEMA_URI,
    'skill-md',
    'archive',
    'tidy',
    'SKILL.md',
    '//x',
    'https://[',
    '//a:99999',
    '..',
    '%',
    '?',
    `sha256:${'0'.repeat(64)}`,
    '\u0000',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const good = {
  name: 'tidy',
  type: 'skill-md',
  description: 'Use it when rows are out of order.',
  url: 'x',
  digest: `sha256:${'0'.repeat(64)}`,
};
const change = fc.dictionary(
  fc.constantFrom('name', 'type', 'description', 'url', 'digest', 'files', '__proto__', 'constructor'),
  value,
  { maxKeys: 3 },
);
const entry = fc.oneof(
  { weight: 4, arbitrary: change.map((over) => ({ ...good, ...over })) },
  { weight: 1, arbitrary: value },
);
const document = fc.oneof(
  fc.record({
    $schema: fc.oneof({ weight: 3, arbitrary: fc.constant(SCHEMA_URI) }, value),
    skills: fc.oneof({ weight: 4, arbitrary: fc.array(entry, { maxLength: 4 }) }, value),
  }),
  value,
);
const text = document.map((any) => JSON.stringify(any));
const damaged = fc.tuple(text, fc.nat(), fc.string({ maxLength: 3 })).map(([json, at, noise]) => {
  const place = at % (json.length + 1);
  return `${json.slice(0, place)}${noise}${json.slice(place + 1)}`;
});
const contentType = fc.oneof(
  fc.constantFrom(null, 'application/json', 'text/html', 'text/plain', ';', 'APPLICATION/X+JSON;'),
  fc.string(),
);
const artifact = fc.oneof(
  fc.constantFrom('---\nname: tidy\ndescription: d\n---\nx', '---\n', ''),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

describe('whatever an index contains', () => {
  test('the report is valid and its verdict follows from its findings', () => {
    fc.assert(
      fc.property(fc.oneof(text, damaged), contentType, artifact, (body, type, bytes) => {
        const report = SiteReport.parse(checkSite(observationOf(answer(body, type), bytes), []));
        const statuses = report.steps.flatMap(({ findings }) => findings.map(({ status }) => status));
        expect(report.verdict).toBe(
          statuses.includes('fail') ? 'fail' : statuses.includes('warn') ? 'warn' : 'pass',
        );
        expect(report.score === 100).toBe(report.verdict === 'pass');
        for (const step of report.steps)
          expect(step.evidence === null).toBe(step.status === 'not-applicable');
      }),
      { numRuns: 2000 },
    );
  });

  test('bytes that are not text are reported as invalid JSON, without a crash', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        const report = checkSite(observationOf(answer(new Uint8Array(bytes), 'application/json'), ''), []);
        expect(['fail', 'warn']).toContain(report.verdict);
      }),
    );
  });

  test('a million brackets fail the check, without a crash', () => {
    for (const body of [
      '['.repeat(1_000_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      '{"skills":'.repeat(50_000),
    ]) {
      expect(checkSite(observationOf(answer(body, 'application/json'), ''), []).verdict).toBe('fail');
    }
  });

  test('ten thousand bad entries yield a report of readable size', () => {
    const skills = Array.from({ length: 10_000 }, (_, index) => ({ name: `Bad ${index}`.repeat(50) }));
    const body = JSON.stringify({ $schema: SCHEMA_URI, skills });
    const report = checkSite(observationOf(answer(body, 'application/json'), ''), []);
    expect(report.steps[2]?.evidence).toMatchObject({ invalid: 10_000 });
    expect(report.steps[2]?.findings).toHaveLength(50);
    expect(JSON.stringify(report).length).toBeLessThan(200_000);
  });
});
