import { expect, test } from 'vitest';
import { paraphraseFinder } from '../../src/suites/find-paraphrase.ts';

const SKILL = `# Freight desk

Weigh each crate on the platform scale and note the reading.
Round every surcharge up to full ten cents before you add the island fee. Bulky crates, those whose longest edge is
over 120 cm, cost double their volume weight.

Crates that hold glass go into the crate register. A crate without papers is held at the dock until customs release it.
`;

const find = paraphraseFinder(['Calculates what it costs to send crates by freight.', SKILL]);

test('a prompt that gives the rules of the skill in other words is found, with the words', () => {
  const prompt = `Work out the price of the crates in crates.csv. Any surcharge is rounded up to ten cents, and only then
    comes the fee for an island on top. For a bulky one, with an edge longer than 120 cm, double the volume.`;
  expect(find(prompt, [])).toEqual({
    passage: expect.stringContaining('surcharge up to full ten cents before you add the island fee. Bulky'),
    words: expect.arrayContaining(['surcharge', 'cents', 'island', 'bulky', 'edge']),
  });
});

test.each([
  'Work out what it costs to send the crates in crates.csv, and write the sum to price.txt.',
  'Add a column with the surcharge of each crate. The customs papers are in papers.csv.',
])('a prompt that names the topic is none: %s', (prompt) => {
  expect(find(prompt, [])).toBeNull();
});

test('words that are spread over a long prompt say nothing together', () => {
  const words = ['surcharge', 'round', 'cents', 'island', 'bulky', 'longest', 'edge'];
  const filler =
    'The second ledger lists seven harbours with their cranes, tides, pilots, berths and opening hours.';
  expect(find(words.join(` ${filler} `), [])).toBeNull();
  expect(find(words.join(' '), [])).not.toBeNull();
});

test('words that other prompts of the suite hold as well belong to the topic', () => {
  const prompt = 'Round the surcharge to cents, with the island fee for bulky ones by their longest edge.';
  const other = 'Which islands have a surcharge of more than ten cents, and which edge is the longest?';
  expect(find(prompt, [other])).toBeNull();
  expect(find(prompt, [other, 'Sum.', 'Weigh.', 'Sort.', 'Count.'])).not.toBeNull();
});

test('a language without spaces is compared by its words', () => {
  const body = '计算运费时，附加费先向上取整到十分，再加海岛费用；超长货物按体积重量双倍收费。';
  const search = paraphraseFinder([body]);
  expect(search('请注意：海岛费用之前，附加费要向上取整；货物超长则体积重量双倍。', [])).not.toBeNull();
  expect(search('请计算这些货物的运费，并写入文件。', [])).toBeNull();
});
