import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf } from '../../../src/checks/findings/excerpt.ts';

test('a short text stays as it is', () => {
  expect(excerptOf('name: 技能 café 😀')).toBe('name: 技能 café 😀');
});

test('invisible characters are made visible', () => {
  expect(excerptOf('a\tb\r\n\x1b[31mc\0')).toBe('a\\tb\\r\\n\\u{1b}[31mc\\u{0}');
  expect(excerptOf('a\u200bb\u202ec\u{e0041}\ud800\u3164')).toBe(
    'a\\u{200b}b\\u{202e}c\\u{e0041}\\u{d800}\\u{3164}',
  );
});

test('a long text is cut to 160 characters, ending in an ellipsis', () => {
  expect(excerptOf('😀'.repeat(1000))).toBe(`${'😀'.repeat(159)}…`);
});

test('a secret that crosses the cut is masked whole', () => {
  expect(excerptOf(`${'x '.repeat(70)}ghp_${'a1B2'.repeat(10)}`)).toMatch(/x \[redacted\]$/);
});

test('no excerpt is long or contains anything invisible', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(text, (any) => {
      const excerpt = excerptOf(any);
      expect([...excerpt].length).toBeLessThanOrEqual(160);
      expect(excerpt).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});
