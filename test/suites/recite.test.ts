import { expect, test } from 'vitest';
import { fencedBlocks, quotedPassages, recite } from '../../src/suites/recite.ts';

test('what is said is repeated, then line by line without bullets, then what stands in quotes', () => {
  expect(recite('Write a.txt:\n- first line\n2. the line `Total: 12`, or "none"\n')).toBe(
    'Write a.txt:\n- first line\n2. the line `Total: 12`, or "none"\nWrite a.txt:\nfirst line\nthe line `Total: 12`, or "none"\n\nTotal: 12\nnone\n',
  );
});

test('an apostrophe opens no passage that never ends', () => {
  expect(recite("Don't.")).toBe("Don't.\nDon't.\n");
});

test('passages in fences go without their language, and only the first two count', () => {
  const said = 'So:\n```json\n{"a": 1}\n```\nor\n```\nb\n```\nor\n```\nc\n```\n';
  expect(fencedBlocks(said)).toEqual(['{"a": 1}\n', 'b\n']);
});

test('passages in quotes of any kind are found once each, and only the first eight', () => {
  const said = 'Say `a` or "b c",\n- “d”, or «e» or `a`.';
  expect(quotedPassages(said)).toEqual(['a', 'b c', 'd', 'e']);
  expect(quotedPassages(Array.from({ length: 20 }, (_, at) => `"${at}"`).join(', '))).toHaveLength(8);
});
