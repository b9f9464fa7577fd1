import { expect, test } from 'vitest';
import { displayWidth } from '../../../src/report/terminal/display-width.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['η → ε', 5],
  ['表', 2],
  ['한글', 4],
  ['ｗｉｄｅ', 8],
  ['🎉', 2],
  ['❤\ufe0f', 2],
  ['ｶﾅ', 2],
  ['ㄅ', 2],
  ['\u3164', 0],
])('%j is %d columns wide', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});
