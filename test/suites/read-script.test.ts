import { expect, test } from 'vitest';
import { parseScript } from '../../src/suites/read-script.ts';

test('a script is parsed and omitted fields of its turns get defaults', () => {
  const text = `arms:
  baseline:
    - say: Looking.
  with-skill:
    - call: [{tool: skill, input: {name: csv-tidy}}]
`;
  expect(parseScript(text, 'script.yaml')).toEqual({
    latencyMs: 0,
    arms: {
      baseline: [{ say: 'Looking.', call: [] }],
      'with-skill': [{ say: '', call: [{ tool: 'skill', input: { name: 'csv-tidy' } }] }],
    },
  });
});

test('a script without turns for one arm is refused', () => {
  expect(() => parseScript('arms:\n  baseline: []\n', 'a/script.yaml')).toThrow(
    'a/script.yaml:2:3: "arms.with-skill": missing, expected a list',
  );
});

test('a condition that is not a regular expression is refused with its position', () => {
  const text = 'arms:\n  baseline:\n    - when: "["\n      say: hi\n  with-skill: []\n';
  expect(() => parseScript(text, 'a/script.yaml')).toThrow(
    'a/script.yaml:3:13: "arms.baseline[0].when": expected a regular expression in the syntax of RE2, which has no lookaround and no backreferences (missing closing ]: `[`), found "["',
  );
});

test.each([
  [
    'an unknown tool',
    '{tool: bsh, input: {command: ls}}',
    /^a\/script\.yaml:3:21: "arms\.baseline\[0\]\.call\[0\]\.tool": expected one of bash, read_file, write_file, mcp, skill, found "bsh"$/,
  ],
  [
    'a tool without a required input',
    '{tool: bash, input: {}}',
    /^a\/script\.yaml:3:34: "arms\.baseline\[0\]\.call\[0\]\.input\.command": missing, expected text$/,
  ],
  [
    'an input that the tool does not accept',
    '{tool: skill, input: {nam: csv-tidy}}',
    /^a\/script\.yaml:3:\d+: "arms\.baseline\[0\]\.call\[0\]\.input\.nam": unknown key, expected name$/m,
  ],
  [
    'a call of the skill in the arm without it',
    '{tool: skill, input: {name: "{{skill}}"}}',
    /^a\/script\.yaml:3:5: "arms\.baseline": expected turns without \{\{skill\}\}, because this arm has no skill, found a list$/,
  ],
])('%s is refused with its position', (_, call, message) => {
  const text = `arms:\n  baseline:\n    - call: [${call}]\n  with-skill: []\n`;
  expect(() => parseScript(text, 'a/script.yaml')).toThrow(message);
});
