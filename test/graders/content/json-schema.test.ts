import { expect, test } from 'vitest';
import { judge } from './judging.ts';

const SPEC = { kind: 'json-schema', schemaFile: 's.json' };
const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: '^[a-z]+$' }, n: { $ref: '#/$defs/positive' } },
  $defs: { positive: { type: 'integer', minimum: 1 } },
});

test('a document that is valid passes', () => {
  expect(judge(SPEC, '{"id":"abc","n":3}', SCHEMA)).toMatchObject({
    passed: true,
    detail: 'out is as the schema says',
  });
});

test.each([
  ['{}', "out: the document must have required property 'id'"],
  ['{"id":"abc","n":0}', 'out: /n must be >= 1'],
  ['{"id":"abc\\nABC"}', 'out: /id must match pattern "^[a-z]+$"'],
  ['[', 'out is not JSON: '],
])('%s fails', (found, detail) => {
  expect(judge(SPEC, found, SCHEMA)).toMatchObject({
    passed: false,
    detail: expect.stringContaining(detail),
  });
});

test('a schema of draft 07 is read as one', () => {
  const schema = JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    items: [{ type: 'string' }, { type: 'number' }],
  });
  expect(judge(SPEC, '["a",1]', schema).passed).toBe(true);
  expect(judge(SPEC, '["a","b"]', schema).passed).toBe(false);
});

test('a schema that refers to itself stops at deep nesting', () => {
  const schema = JSON.stringify({ items: { $ref: '#' } });
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(judge(SPEC, deep, schema)).toMatchObject({ passed: false, detail: expect.stringContaining('out') });
});

test('a pattern takes time linear in the text', () => {
  const schema = JSON.stringify({ type: 'string', pattern: '^(a+)+$' });
  expect(judge(SPEC, JSON.stringify(`${'a'.repeat(5000)}!`), schema).passed).toBe(false);
});

test.each([
  ['is not JSON', '{'],
  ['is not a schema', '{"type":"strange"}'],
  ['refers to another file', '{"$ref":"https://example.com/other.json"}'],
])('a schema that %s is a fault of the suite', (_what, schema) => {
  expect(() => judge(SPEC, '1', schema)).toThrow('grade/s.json is no JSON Schema that can be used');
});

test('what every object inherits is not a property of the document', () => {
  const requires = JSON.stringify({ required: ['constructor'] });
  expect(judge(SPEC, '{}', requires).passed).toBe(false);
  const allows = JSON.stringify({ properties: { constructor: { type: 'string' } } });
  expect(judge(SPEC, '{}', allows).passed).toBe(true);
});
