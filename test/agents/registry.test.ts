import { expect, test } from 'vitest';
import { readyAgent } from '../../src/agents/agents.ts';
import { AGENTS, describeAgent } from '../../src/agents/registry.ts';
import { HOME } from '../../src/contracts/sandbox-places.ts';

test('every agent has a unique id, and is found by it, ready to work', async () => {
  expect(new Set(AGENTS.map(({ id }) => id)).size).toBe(AGENTS.length);
  for (const agent of AGENTS) {
    expect(describeAgent(agent.id)).toBe(agent);
    expect(await readyAgent(agent)).toEqual({ ...agent, run: expect.any(Function) });
  }
});

test('an unknown agent is an error that lists the known ones', () => {
  const known = AGENTS.map(({ id }) => id).join(', ');
  expect(known).toMatch(/^api-anthropic, api-openai, /);
  expect(() => describeAgent('nobody')).toThrow(`Unknown agent "nobody". Available: ${known}.`);
});

const programs = AGENTS.filter((agent) => agent.kind === 'program');

test.each(programs)('$id is installed from npm at its pinned version', ({ id, version, image }) => {
  expect(image.agent).toBe(id);
  for (const { spec, integrity } of Object.values(image.packages)) {
    expect(spec).toMatch(new RegExp(`^(@[a-z-]+/)?[a-z0-9-]+@${version.replaceAll('.', '\\.')}(-|$)`));
    expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
  }
});

test.each(programs)(
  'another version of $id is in packages of the same names',
  ({ version, image, releases }) => {
    const other = releases.specs('0.0.1-beta.2');
    for (const [architecture, { spec }] of Object.entries(image.packages))
      expect(new Map(Object.entries(other)).get(architecture)).toBe(spec.replace(version, '0.0.1-beta.2'));
    expect(releases.package).toMatch(/^(@[a-z-]+\/)?[a-z-]+$/);
  },
);

test.each(programs)(
  '$id looks for skills in the home folder, where the harness puts them',
  ({ skillsDir }) => {
    expect(skillsDir.startsWith(`${HOME}/`)).toBe(true);
  },
);
