import { expect, test } from 'vitest';
import { renderJson } from '../../src/report/render-json.ts';
import { fixtureScorecard } from './fixture-scorecard.ts';

test('the document parses back to the scorecard it was made from', () => {
  expect(JSON.parse(renderJson(fixtureScorecard))).toEqual(fixtureScorecard);
});

test('characters that act on a terminal are escaped even where JSON allows them', () => {
  const hostile = { ...fixtureScorecard, seed: 'a\u009bb\u202ec\u{e0041}d' };
  expect(renderJson(hostile)).toContain('"seed": "a\\u009bb\\u202ec\\udb40\\udc41d"');
  expect(JSON.parse(renderJson(hostile))).toEqual(hostile);
});
