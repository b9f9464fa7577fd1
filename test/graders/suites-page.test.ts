import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';

const PAGE = readFileSync('docs/suites.md', 'utf8');
const examples = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']): unknown => parse(text));

test('the page shows an example of every grader, and each is valid', () => {
  const specs = examples.map((example) => GraderSpec.parse(example));
  const kinds = GraderSpec.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(specs.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});
