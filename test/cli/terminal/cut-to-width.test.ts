import { expect, test } from 'vitest';
import { cutToWidth } from '../../../src/cli/terminal/cut-to-width.ts';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';

test.each([
  ['what fits stays as it is', 'bash: ls', 8, 'bash: ls'],
  ['what does not fit is cut, with a mark', 'bash: ls -la', 8, 'bash: l…'],
  ['a wide character is not cut in half', '漢字漢字', 6, '漢字…'],
  ['a letter keeps its marks', 'e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
])('%s', (_name, text, columns, expected) => {
  expect(cutToWidth(text, columns)).toBe(expected);
  expect(displayWidth(cutToWidth(text, columns))).toBeLessThanOrEqual(columns);
});
