import { describe, expect, test } from 'vitest';
import { concealing } from '../../../src/graders/rubric/conceal-skill.ts';

const knownIn = (...texts: string[]) => ({ texts, files: [] });
const known = knownIn('Tidy the table.');
const conceal = concealing({ name: 'csv-tidy', root: '/skills/csv-tidy', known });
const ofOneWord = concealing({ name: 'pdf', root: '/home/agent/.claude/skills/pdf', known });

test.each([
  ['I used the CSV Tidy skill.', 'I used the tool.'],
  ['I used the `csv-tidy` skill.', 'I used the tool.'],
  ['See skill csv-tidy, skill: csv-tidy and skill "csv-tidy".', 'See tool, tool and tool.'],
  ['python3 /skills/csv-tidy/scripts/tidy.py clean a.csv', 'python3 /opt/tool/scripts/tidy.py clean a.csv'],
  ['See "/skills/csv-tidy/SKILL.md".', 'See "/opt/tool/README.md".'],
  ['It is in /skills/csv-tidy.', 'It is in /opt/tool.'],
])('%j is shown as %j', (text, shown) => {
  expect(conceal(text)).toBe(shown);
});

test.each([
  ['The pdf skill says so, in ~/.claude/skills/pdf.', 'The tool says so, in /opt/tool.'],
  ['cat /home/agent/.claude/skills/pdf/SKILL.md', 'cat /opt/tool/README.md'],
])('a name of one word is replaced too: %j is shown as %j', (text, shown) => {
  expect(ofOneWord(text)).toBe(shown);
});

describe('words that do not refer to the skill stay, whatever it is called', () => {
  test.each([
    ['i-am-sorry', 'I am sorry that your order is late.'],
    ['meeting-minutes', 'These are the meeting minutes of 3 May; meeting-minutes.md has them.'],
    ['csv-tidy', 'I used csv-tidy. SKILL.md says so. csv_tidy, csvtidy'],
    ['pdf', 'The pdf has two pages.'],
    ['experience', 'Skills/experience: three years. Skill experience matters.'],
    ['development', 'Plan the skill development of the team. Skill: development.'],
    ['csv-tidy', '/workspace/skills/csv-tidy/a, /skills/csv-tidy-2, /skills/csv-tidy.bak'],
  ])('%s: %j', (name, text) => {
    expect(concealing({ name, root: `/skills/${name}`, known })(text)).toBe(text);
  });

  test('a place or a name that the task itself has stays, too', () => {
    const text = 'The writing skill counts. It is in /skills/writing.';
    const { name, root } = { name: 'writing', root: '/skills/writing' };
    expect(concealing({ name, root, known: knownIn('Which skills does she have?') })(text)).toBe(
      'The writing skill counts. It is in /opt/tool.',
    );
    const files = [Buffer.from(`${'x'.repeat(3 * 1024 * 1024)} Look into /skills/writing.`)];
    expect(concealing({ name, root, known: { texts: [], files } })(text)).toBe(text);
    expect(concealing({ name, root, known: knownIn('Look into /skills/writing.') })(text)).toBe(text);
  });
});

test('letters of a name that mean something in patterns do not', () => {
  const named = concealing({ name: 'c++ (fast)', root: '/skills/skill', known });
  expect(named('the c fast skill')).toBe('the tool');
});
