import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { EgressPolicy } from '../../src/contracts/egress.ts';
import { Environment } from '../../src/contracts/environment.ts';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { ProbeScriptFile } from '../../src/contracts/script.ts';
import { Task } from '../../src/contracts/task.ts';
import { Triggers } from '../../src/contracts/triggers.ts';

const PAGE = readFileSync('docs/suites.md', 'utf8');
const all = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']): unknown => parse(text));

const examples = all.filter(
  (example) =>
    !isEnvironment(example) &&
    !isNetwork(example) &&
    !isScript(example) &&
    !isConversation(example) &&
    !isTriggers(example),
);

function isConversation(example: unknown): example is { turns: unknown } {
  return typeof example === 'object' && example !== null && 'turns' in example;
}

function isTriggers(example: unknown): example is { queries: unknown } {
  return typeof example === 'object' && example !== null && 'queries' in example;
}

function isEnvironment(example: unknown): example is { environment: unknown } {
  return typeof example === 'object' && example !== null && 'environment' in example;
}

function isNetwork(example: unknown): example is { network: unknown } {
  return typeof example === 'object' && example !== null && 'network' in example;
}

function isScript(example: unknown): example is { arms: unknown } {
  return typeof example === 'object' && example !== null && 'arms' in example;
}

test('the example of a script for a probe is valid', () => {
  const [example = expect.unreachable()] = all.filter(isScript);
  expect(Object.keys(ProbeScriptFile.parse(example).arms)).toEqual(['with-skill']);
});

test('the examples of a network are valid, one of each kind that reaches something', () => {
  const kinds = all.filter(isNetwork).map(({ network }) => EgressPolicy.parse(network).kind);
  expect(new Set(kinds)).toEqual(new Set(['fixtures', 'allow']));
});

test('the example of a user who answers is valid', () => {
  const [example = expect.unreachable()] = all.filter(isConversation);
  expect(Task.shape.turns.parse(example.turns)).toMatchObject([
    { when: expect.anything() },
    { files: 'corrections' },
  ]);
});

test('the example of queries is valid', () => {
  const [example = expect.unreachable()] = all.filter(isTriggers);
  expect(Triggers.parse(example).queries).toHaveLength(2);
});

test('the example of an environment is valid', () => {
  const [example = expect.unreachable()] = all.filter(isEnvironment);
  expect(Environment.parse(example.environment)).toMatchObject({ machine: { cpus: 2 } });
});

test('the page shows an example of every grader, and each is valid', () => {
  const specs = examples.map((example) => GraderSpec.parse(example));
  const kinds = GraderSpec.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(specs.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});
