import { describe, test } from 'vitest';
import { CANONICAL_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import { entryFor, GOOD_SKILL, indexWith, type Page } from '../../../sources/site/well-known-site.ts';
import { type Case, expectOutcome, index, json, legacyFormat } from '../expect-outcome.ts';

describe('step 2, the schema: an index', () => {
  const withIndex = (page: Page) => ({ [CANONICAL_PATH]: page });
  const skills = [entryFor(GOOD_SKILL)];
  const cases: Case[] = [
    ['that is not JSON', withIndex(json('{"skills": [}')), 'pfnnnn', 43, ['2:fail:index-json']],
    ['that is empty', withIndex(json('')), 'pfnnnn', 43, ['2:fail:index-json']],
    ['that is not an object', withIndex(json('[]')), 'pfnnnn', 43, ['2:fail:index-skills']],
    [
      'served as a page although it is JSON',
      withIndex(json(index, 'text/html')),
      'pfpppp',
      80,
      ['2:fail:index-content-type'],
    ],
    ['served as an image', withIndex(json(index, 'image/png')), 'pfpppp', 80, ['2:fail:index-content-type']],
    ['served as text', withIndex(json(index, 'text/plain')), 'pwpppp', 90, ['2:warn:index-generic-type']],
    [
      'served as bytes',
      withIndex(json(index, 'application/octet-stream')),
      'pwpppp',
      90,
      ['2:warn:index-generic-type'],
    ],
    [
      'served without a content type',
      withIndex({ body: index }),
      'pwpppp',
      90,
      ['2:warn:index-generic-type'],
    ],
    [
      'served with its own JSON content type',
      withIndex(json(index, 'application/vnd.x+json; a=b')),
      'pppppp',
      100,
      [],
    ],
    ['with a byte order mark', withIndex(json(`\ufeff${index}`)), 'pppppp', 100, []],
    [
      'without $schema',
      withIndex(indexWith(skills, { $schema: undefined })),
      'pfnnnn',
      43,
      ['2:fail:index-schema'],
    ],
    [
      'with another schema',
      withIndex(indexWith(skills, { $schema: 'https://schemas.agentskills.io/discovery/0.3.0/schema.json' })),
      'pfnnnn',
      43,
      ['2:fail:index-schema'],
    ],
    [
      'whose $schema is not text',
      withIndex(indexWith(skills, { $schema: 1 })),
      'pfnnnn',
      43,
      ['2:fail:index-schema'],
    ],
    ['in the v0.1.0 format', withIndex(legacyFormat), 'pfnnnn', 43, ['2:fail:index-schema']],
    ['without skills', withIndex(indexWith(undefined)), 'pfnnnn', 43, ['2:fail:index-skills']],
    [
      'whose skills are not a list',
      withIndex(indexWith({ tidy: {} })),
      'pfnnnn',
      43,
      ['2:fail:index-skills'],
    ],
    ['with an empty list of skills', withIndex(indexWith([])), 'pfnnnn', 43, ['2:fail:index-skills']],
    [
      'with extra fields',
      withIndex(indexWith(skills, { version: '0.2.0', generator: 'x' })),
      'pwpppp',
      90,
      ['2:warn:index-unknown-fields'],
    ],
  ];
  test.each(cases)('%s', (...one) => expectOutcome(one));
});
