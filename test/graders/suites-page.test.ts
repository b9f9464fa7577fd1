import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { EgressPolicy } from '../../src/contracts/egress.ts';
import { Environment } from '../../src/contracts/environment.ts';
import { GitHistory } from '../../src/contracts/git-history.ts';
import { GraderSpec } from '../../src/contracts/grader-spec.ts';
import { McpServers } from '../../src/contracts/mcp-server.ts';
import { ProbeScriptFile, ScriptedTurn } from '../../src/contracts/script.ts';
import { SkillManifest } from '../../src/contracts/skill-manifest.ts';
import { Task } from '../../src/contracts/task.ts';
import { Triggers } from '../../src/contracts/triggers.ts';

const PAGE = readFileSync('docs/suites.md', 'utf8');
const all = [...PAGE.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']): unknown => parse(text));

/** Every other example is that of a grader. */
const OTHERS = ['environment', 'network', 'arms', 'turns', 'queries', 'mcp', 'spec', 'git'] as const;

function isWith<Key extends string>(key: Key) {
  return (example: unknown): example is Record<Key, unknown> =>
    typeof example === 'object' && example !== null && key in example;
}

test('the example of a script for a probe is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('arms'));
  expect(Object.keys(ProbeScriptFile.parse(example).arms)).toEqual(['with-skill']);
});

test('the example of reported usage is a valid turn', () => {
  const [[example] = expect.unreachable()] = all.filter(Array.isArray);
  expect(ScriptedTurn.parse(example).usage).toEqual({ inputTokens: 190_000, outputTokens: 10 });
});

test('the examples of a network are valid, one of each kind that reaches something', () => {
  const kinds = all.filter(isWith('network')).map(({ network }) => EgressPolicy.parse(network).kind);
  expect(new Set(kinds)).toEqual(new Set(['fixtures', 'allow']));
});

test('the example of a user who answers is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('turns'));
  expect(Task.shape.turns.parse(example.turns)).toMatchObject([
    { when: expect.anything() },
    { files: 'corrections' },
  ]);
});

test('the example of queries is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('queries'));
  expect(Triggers.parse(example).queries).toHaveLength(2);
});

test('the example of MCP servers is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('mcp'));
  expect(McpServers.parse(example.mcp)).toHaveLength(2);
});

test('the example of a git history is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('git'));
  expect(GitHistory.parse(example.git).commits).toMatchObject([
    { files: 'january' },
    { remove: ['notes.txt'] },
  ]);
});

test('the example of a manifest is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('spec'));
  expect(SkillManifest.parse(example).spec.tools).toHaveLength(1);
});

test('the example of an environment is valid', () => {
  const [example = expect.unreachable()] = all.filter(isWith('environment'));
  expect(Environment.parse(example.environment)).toMatchObject({ machine: { cpus: 2 } });
});

test('the page shows an example of every grader, and each is valid', () => {
  const examples = all.filter(
    (example) => !Array.isArray(example) && !OTHERS.some((key) => isWith(key)(example)),
  );
  const specs = examples.map((example) => GraderSpec.parse(example));
  const kinds = GraderSpec.options.map(({ shape }) => shape.kind.value);
  expect([...new Set(specs.map(({ kind }) => kind))].toSorted()).toEqual(kinds.toSorted());
});
