import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/render-json.ts';
import { fixtureScorecard } from './fixture-scorecard.ts';

test('the document reads back as the scorecard that it was written from', () => {
  expect(JSON.parse(renderJson(fixtureScorecard))).toEqual(fixtureScorecard);
});

test('characters that JSON would leave as they are, and that act on a terminal, are written as escapes', () => {
  const hostile = { ...fixtureScorecard, seed: 'a\u009bb\u202ec\u{e0041}d' };
  expect(renderJson(hostile)).toContain('"seed": "a\\u009bb\\u202ec\\udb40\\udc41d"');
  expect(JSON.parse(renderJson(hostile))).toEqual(hostile);
});
