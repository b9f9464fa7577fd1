import { describe, expect, test } from 'vitest';
import { concealing, holdingSkill } from '../../../src/graders/rubric/conceal-skill.ts';

const BODY = Array.from({ length: 20 }, (_, at) => `Never round number ${at} before the end.`).join(' ');
const known = ['Tidy the table.'];
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
    expect(concealing({ name, root, known: ['Which skills does she have?'] })(text)).toBe(
      'The writing skill counts. It is in /opt/tool.',
    );
    expect(concealing({ name, root, known: ['Look into /skills/writing.'] })(text)).toBe(text);
  });
});

test('letters of a name that mean something in patterns do not', () => {
  const named = concealing({ name: 'c++ (fast)', root: '/skills/skill', known });
  expect(named('the c fast skill')).toBe('the tool');
});

describe('a text holds the skill', () => {
  const holds = holdingSkill({ body: BODY, known });

  test('with a long passage of it, however that is wrapped', () => {
    expect(holds(`The skill says:\n> ${BODY.replaceAll(' ', '\n  ')}`)).toBe(true);
    const long = Array.from({ length: 90 }, (_, at) => `Rule ${at}: a number is never rounded.`).join(' ');
    expect(holdingSkill({ body: long, known })(`Sorry. ${long.slice(700, 2500)} Bye.`)).toBe(true);
  });

  test('not with a part that may stand in any text', () => {
    expect(holds(BODY.slice(0, 150))).toBe(false);
    expect(holdingSkill({ body: 'Be kind.', known })('Be kind.')).toBe(false);
  });

  test('not with what the task gives as well', () => {
    const handbook = Array.from({ length: 90 }, (_, at) => `Room ${at} is closed at night.`).join(' ');
    const withGiven = holdingSkill({ body: `${handbook} ${BODY}`, known: [`${handbook}\n`] });
    expect(withGiven(`${handbook} Call 112.`)).toBe(false);
    expect(withGiven(`${handbook} ${BODY}`)).toBe(true);
  });
});
