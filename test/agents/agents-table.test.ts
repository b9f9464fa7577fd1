import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AgentDescription } from '../../src/agents/agent.ts';
import { AGENTS } from '../../src/agents/registry.ts';

function rowOf(agent: AgentDescription): string {
  const { id, title, version, skillsDir, shownUse, opening } = agent;
  return `| \`${id}\` | ${titleAt(title, version)} | \`${skillsDir}/NAME\` | ${shownUse} | ${differencesOf(opening)} |`;
}

/** A wire in brackets has no version: the agent has. */
function titleAt(title: string, version: string): string {
  const [name, ...wire] = title.split(/ (?=\()/);
  return [name, version, ...wire].join(' ');
}

/** `test/agents/programs` measures it with each program. */
function differencesOf(opening: AgentDescription['opening']): string {
  if (opening === null) return 'not known';
  const { listed, linesAround } = opening;
  const parts = [
    ...(listed.length === 0
      ? []
      : [`${listed.map((name) => `\`${name}\``).join(' and ')} listed in both arms`]),
    ...(linesAround === 0 ? [] : [`${linesAround} ${linesAround === 1 ? 'line' : 'lines'} around its entry`]),
  ];
  return parts.join('; ') || 'nothing';
}

test('the README has a table of all agents, as the registry describes them', () => {
  const table = [
    '| `--agent` | tested version | where it finds a skill | what shows a use of it | what differs besides its entry |',
    '| --- | --- | --- | --- | --- |',
    ...AGENTS.map(rowOf),
  ];
  expect(readFileSync('README.md', 'utf8')).toContain(`\n\n${table.join('\n')}\n\n`);
});
