import { expect, test } from 'vitest';
import { originClass } from '../../../../src/checks/site/reading/origin-class.ts';
import { shownUrl } from '../../../../src/checks/site/reading/shown-url.ts';

test.each([
  ['https://a.example/x', 'https://a.example/y', 'same-origin'],
  ['https://a.example:443/x', 'https://a.example/y', 'same-origin'],
  ['https://a.example:8443/x', 'https://a.example/y', 'same-site'],
  ['https://www.a.example/x', 'https://a.example/y', 'same-site'],
  ['https://a.example/x', 'https://www.a.example/y', 'same-site'],
  ['https://one.a.example/x', 'https://two.a.example/y', 'external'],
  ['http://a.example/x', 'https://a.example/y', 'external'],
  ['https://nota.example/x', 'https://a.example/y', 'external'],
  ['https://x.github.io/', 'https://y.github.io/', 'external'],
])('%s compared with %s is %s', (url, index, expected) => {
  expect(originClass(url, index)).toBe(expected);
});

test.each([
  ['https://me:secret@a.example/x?token=abc#frag', 'https://a.example/x?…'],
  ['https://a.example/x', 'https://a.example/x'],
  ['no url', 'no url'],
])('%s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});
