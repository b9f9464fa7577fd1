import { describe, test } from 'vitest';
import { CANONICAL_PATH } from '../../../../src/checks/site/reading/discovery.ts';
import {
  ARTIFACT,
  DESCRIPTION,
  entryFor,
  GOOD_SKILL,
  indexWith,
  markdown,
  type Page,
} from '../../../sources/site/well-known-site.ts';
import { expectOutcome } from '../expect-outcome.ts';

describe('step 3, an entry', () => {
  const invalid = (over: Record<string, unknown>): Record<string, Page> => ({
    [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), { ...entryFor(GOOD_SKILL), ...over }]),
  });
  test.each<[string, Record<string, unknown>]>([
    ['without a name', { name: undefined }],
    ['whose name has capitals', { name: 'Tidy' }],
    ['whose name has two hyphens', { name: 'a--b' }],
    ['whose name begins with a hyphen', { name: '-a' }],
    ['whose name is too long', { name: 'a'.repeat(65) }],
    ['whose name is not ASCII', { name: 'técnica' }],
    ['whose name is a path', { name: '../tidy' }],
    ['of an unknown type', { type: 'mcp-resource-template' }],
    ['without a type', { type: undefined }],
    ['with a blank description', { description: '  ' }],
    ['with a description over 1024 characters', { description: 'é'.repeat(1025) }],
    ['whose description is not text', { description: ['x'] }],
    ['without a URL', { url: undefined }],
    ['whose URL is a script', { url: 'javascript:alert(1)' }],
    ['whose URL is a file', { url: 'file:///etc/passwd' }],
    ['whose URL has spaces', { url: 'tidy/SKILL .md' }],
    ['whose URL has a backslash', { url: '\\\\evil.example\\x' }],
    ['whose URL is broken', { url: 'https://[' }],
    ['with an empty URL', { url: '' }],
    ['with a digest in capitals', { digest: `sha256:${'A'.repeat(64)}` }],
    ['with a digest that is too short', { digest: 'sha256:abc' }],
    ['with a digest of another kind', { digest: `sha512:${'a'.repeat(64)}` }],
  ])('%s fails and is not fetched', async (_what, over) => {
    await expectOutcome(['', invalid(over), 'ppfppp', 85, ['3:fail:entry-invalid']]);
  });

  test('that is not an object fails', async () => {
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([null, 'x', [], entryFor(GOOD_SKILL)]) },
      'ppfppp',
      85,
      ['3:fail:entry-invalid'],
    ]);
  });

  test('that is invalid and the only one leaves nothing to fetch', async () => {
    await expectOutcome(['', { [CANONICAL_PATH]: indexWith([{}]) }, 'ppfnnn', 70, ['3:fail:entry-invalid']]);
  });

  test('with extra fields, or a description of exactly 1024 characters, passes', async () => {
    const start = 'Use it when the tests ask for it. ';
    const description = `${start}${'é'.repeat(1024 - start.length)}`;
    const skill = GOOD_SKILL.replace(DESCRIPTION, description);
    const entry = entryFor(skill, { description, version: '1', tags: ['x'] });
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entry]), [ARTIFACT]: markdown(skill) },
      'pppppp',
      100,
      [],
    ]);
  });

  test.each<[string, string]>([
    ['is short', 'Use it well.'],
    ['has few words', 'Spreadsheet-normalisation when needed'],
    ['does not say when', 'Tidies tables of numbers and puts the rows in order'],
  ])('whose description %s is a warning', async (_what, description) => {
    const skill = GOOD_SKILL.replace(DESCRIPTION, description);
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entryFor(skill, { description })]), [ARTIFACT]: markdown(skill) },
      'ppwppp',
      93,
      ['3:warn:entry-description'],
    ]);
  });

  test('with a repeated name is a warning', async () => {
    await expectOutcome([
      '',
      { [CANONICAL_PATH]: indexWith([entryFor(GOOD_SKILL), entryFor(GOOD_SKILL)]) },
      'ppwppp',
      93,
      ['3:warn:entry-repeated'],
    ]);
  });
});
