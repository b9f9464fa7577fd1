import { expect, test } from 'vitest';
import { completeFinding, type Rigour } from '../../../src/checks/findings/complete-finding.ts';
import type { RawFinding, Rule } from '../../../src/checks/findings/rule.ts';
import { Finding } from '../../../src/contracts/finding.ts';

const rule: Rule = {
  id: 'spec/example',
  title: 'An example',
  severity: 'low',
  why: 'It is one.',
  remedy: 'None.',
  owasp: ['AST01'],
  reference: 'None.',
};
const raw: RawFinding = { rule, file: 'SKILL.md', line: 2, column: 3, excerpt: 'text' };

test('a finding takes its defaults from its rule', () => {
  expect(Finding.parse(completeFinding(raw, {}))).toEqual({
    rule: 'spec/example',
    title: 'An example',
    severity: 'low',
    confidence: 'high',
    file: 'SKILL.md',
    line: 2,
    column: 3,
    excerpt: 'text',
    why: 'It is one.',
    remedy: 'None.',
    owasp: ['AST01'],
  });
});

test('the values of the check take precedence over those of the rule', () => {
  expect(completeFinding({ ...raw, title: 'This one', confidence: 'low' }, {})).toMatchObject({
    title: 'This one',
    confidence: 'low',
  });
});

test('title and excerpt are redacted and limited in length', () => {
  const hostile = `\x1b[2J password: hunter2 ${'x'.repeat(200)}`;
  const { title, excerpt } = completeFinding({ ...raw, title: hostile, excerpt: hostile }, {});
  expect([title, excerpt]).toEqual([expect.stringMatching(/^\\u\{1b\}.{150,}…$/), title]);
  expect(title).not.toContain('hunter2');
});

test.each<[Rule['raisedBy'], Rigour, string]>([
  [undefined, { strict: true, published: true }, 'low'],
  ['strict', {}, 'low'],
  ['strict', { published: true }, 'low'],
  ['strict', { strict: true }, 'medium'],
  ['published', { strict: true }, 'low'],
  ['published', { published: true }, 'medium'],
])('a rule raised by %s has, under %j, severity %s', (raisedBy, rigour, severity) => {
  const raised = raisedBy === undefined ? rule : { ...rule, raisedBy };
  expect(completeFinding({ ...raw, rule: raised }, rigour).severity).toBe(severity);
});
