import { expect, test } from 'vitest';
import { namedPlace, openingOf } from '../../../src/traffic/opening/opening-of.ts';

function openingOfBody(body: unknown) {
  return openingOf({ path: '/v1/messages', body, offers: [] });
}

test('a request is its path and all values of its body, with the keys that lead there', () => {
  const body = {
    model: 'm',
    temperature: 0.5,
    stream: true,
    stop: null,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Tidy.\nNow.' }] }],
    tools: [{ name: 'bash', input_schema: { required: ['command'] } }, { function: { name: 'read' } }],
  };
  const { values, leftOutValues } = openingOfBody(body);
  expect(values.map(({ place, text }) => `${place} = ${text}`)).toEqual([
    'path = /v1/messages',
    'model = m',
    'temperature = 0.5',
    'stream = true',
    'stop = null',
    'messages[](user).role = user',
    'messages[](user).content[].type = text',
    'messages[](user).content[].text = Tidy.\nNow.',
    'tools[bash].name = bash',
    'tools[bash].input_schema.required[] = command',
    'tools[read].function.name = read',
  ]);
  expect(leftOutValues).toBe(0);
});

test('no name and no key looks like a place', () => {
  const { values } = openingOfBody({
    'a.b[c]': [{ name: '].messages[](user)' }, { role: 'x](y)', text: 't' }],
  });
  const places = values.slice(1).map(({ place }) => place);
  expect(places).toEqual(['a_b_c_[__messages___user_].name', 'a_b_c_[](x__y_).role', 'a_b_c_[](x__y_).text']);
  expect(namedPlace('].messages[](user)')).toBe('[__messages___user_]');
});

test('what has no room is counted, and what comes after it is kept', () => {
  const { values, leftOutValues } = openingOfBody({ huge: 'x'.repeat(600_000), model: 'm' });
  expect(values.map(({ place }) => place)).toEqual(['path', 'model']);
  expect(leftOutValues).toBe(1);
});

test('values that lie deeper than any request needs are counted', () => {
  const deep = Array.from({ length: 80 }).reduce((inner: unknown) => [inner], 'text');
  expect(openingOfBody({ deep }).leftOutValues).toBe(1);
});
