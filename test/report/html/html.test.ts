import fc from 'fast-check';
import { expect, test } from 'vitest';
import { html, literal } from '../../../src/report/html/html.ts';

test('text is escaped in elements and attributes', () => {
  const hostile = `<b title="x" lang='y'>&\``;
  expect(html`<p title="${hostile}">${hostile}</p>`.markup).toBe(
    '<p title="&#60;b title=&#34;x&#34; lang=&#39;y&#39;&#62;&#38;&#96;">' +
      '&#60;b title=&#34;x&#34; lang=&#39;y&#39;&#62;&#38;&#96;</p>',
  );
});

test('markup made by a template stays markup, alone or in a list', () => {
  const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>`.markup).toBe('<ul><li>a</li><li>&#60;b&#62;</li></ul>');
});

test('numbers are printed as they are', () => {
  expect(html`<rect width="${12.5}"/>`.markup).toBe('<rect width="12.5"/>');
});

test('no text can open a tag, close an attribute or start an entity', () => {
  const hostile = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '`', '&', '/', '=', ';', 'a', ' ') });
  fc.assert(
    fc.property(hostile, (text) => {
      expect(html`${text}`.markup.replaceAll(/&#\d+;/g, '')).not.toMatch(/[<>"'`&]/);
    }),
  );
});

test('literal text keeps its lines and indentation, and is escaped and made visible like any other text', () => {
  expect(literal('a\n  <b>\u001b[2J\u202e\r\n\tc  ').markup).toBe('a\n  &#60;b&#62;\\u{1b}[2J\n        c');
});
