import { expect, test } from 'vitest';
import { type SkillText, skillText } from '../../src/gateway/skill-text.ts';
import { SkillTraces } from '../../src/gateway/skill-traces.ts';

const description = 'Cleans CSV files so that they can be loaded without surprises.';
const prompt = 'Please clean contacts.csv and write the result to clean.csv in the same folder.';
const body = `# Tidy

Always run the bundled script before you look at the data yourself, because it reports
the line of the first ragged row. Never edit the input in place; write beside it instead.
${description}
${prompt}
`;
const text = skillText(body, [description, prompt]);

function isIn(searched: SkillText, texts: readonly string[]): boolean {
  return new SkillTraces(searched).areIn(texts);
}

test.each([
  ['the whole body', body],
  ['the body in one line', body.replaceAll('\n', ' ')],
  ['the body wrapped anew and quoted', body.replace(/(\S+ \S+ \S+) /g, '$1\n> ')],
  ['the first half of the body', body.slice(0, 150)],
])('%s is recognised', (_, candidate) => {
  expect(isIn(text, ['something before', candidate])).toBe(true);
});

test.each([
  ['the description', description],
  ["the task's prompt", prompt],
  [
    'another text about the same matter',
    'Run a script over the data, report ragged rows and write the result beside it.',
  ],
  ['nothing', ''],
])('%s is not the body', (_, candidate) => {
  expect(isIn(text, [candidate])).toBe(false);
});

test('a body of few words counts when it is there as a whole', () => {
  expect(isIn(skillText('Use tabs.', []), ['Use tabs.'])).toBe(true);
  expect(isIn(skillText('Use tabs.', []), ['Use spaces.'])).toBe(false);
});

test('an empty body is never found', () => {
  expect(isIn(skillText('', []), ['', 'anything'])).toBe(false);
});

test('parts that come one after the other are found together, each being searched once', () => {
  const searched: string[] = [];
  const tracesIn = (part: string) => {
    searched.push(part);
    return text.tracesIn(part);
  };
  const traces = new SkillTraces({ ...text, tracesIn });
  const parts = [
    'Always run the bundled script before you',
    'because it reports the line of the first ragged row',
  ];
  expect(traces.areIn(parts.slice(0, 1))).toBe(false);
  expect(traces.areIn(parts)).toBe(true);
  expect(searched).toEqual(parts);
});
